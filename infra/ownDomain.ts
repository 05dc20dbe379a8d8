// A domain of the operator's own in front of the API: a CloudFront distribution, which also gives clients back a header
// that API Gateway takes away (cloudfront/restoreChallenge.js). Nothing is cached.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeploymentConfig } from './deploymentConfig.ts';

/** Ids of policies that AWS keeps for everybody. https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ */
const managed = {
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  /** Also Authorization; Host would be of another API than the one it comes to. */
  allViewerExceptHostHeader: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
} as const;

/** Unique to the stack, and known to nobody who does not see it. */
const stackUuid = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };

/** What the distribution tells the query function it is known by; empty where there is none. */
export const edgeMark = ({ domain }: DeploymentConfig): object | string => (domain === null ? '' : stackUuid);

const apiHost = `\${HttpApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}`;

/** The URL that people type into their clients. */
export const mcpUrl = ({ domain }: DeploymentConfig): object | string =>
  domain === null ? { 'Fn::Sub': `https://${apiHost}/mcp` } : `https://${domain.name}/mcp`;

/** Resources and outputs to add to the template; none without a domain. */
export function ownDomain({ domain }: DeploymentConfig): object {
  if (domain === null) return { Resources: {}, Outputs: {} };
  return {
    Resources: {
      RestoreChallenge: {
        Type: 'AWS::CloudFront::Function',
        Properties: {
          Name: { 'Fn::Join': ['-', ['mailglob', stackUuid]] },
          AutoPublish: true,
          FunctionConfig: { Comment: 'Gives answers their WWW-Authenticate header back', Runtime: 'cloudfront-js-2.0' },
          FunctionCode: readFileSync(join(import.meta.dirname, 'cloudfront/restoreChallenge.js'), 'utf8'),
        },
      },
      Distribution: {
        Type: 'AWS::CloudFront::Distribution',
        Properties: {
          DistributionConfig: {
            Comment: { 'Fn::Sub': `\${AWS::StackName}: MCP at ${domain.name}` },
            Enabled: true,
            Aliases: [domain.name],
            HttpVersion: 'http2and3',
            IPV6Enabled: true,
            ViewerCertificate: {
              AcmCertificateArn: domain.certificate,
              SslSupportMethod: 'sni-only',
              MinimumProtocolVersion: 'TLSv1.2_2021',
            },
            Origins: [
              {
                Id: 'api',
                DomainName: { 'Fn::Sub': apiHost },
                CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
                OriginCustomHeaders: [{ HeaderName: 'x-mailglob-edge', HeaderValue: stackUuid }],
              },
            ],
            DefaultCacheBehavior: {
              TargetOriginId: 'api',
              // No redirect: what would follow it has sent its token in the clear before.
              ViewerProtocolPolicy: 'https-only',
              AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
              CachePolicyId: managed.cachingDisabled,
              OriginRequestPolicyId: managed.allViewerExceptHostHeader,
              Compress: false,
              FunctionAssociations: [
                { EventType: 'viewer-response', FunctionARN: { 'Fn::GetAtt': ['RestoreChallenge', 'FunctionARN'] } },
              ],
            },
          },
        },
      },
    },
    Outputs: {
      DomainTarget: {
        Description: `What the DNS record of ${domain.name} must point to (CNAME, or ALIAS at the top of a zone)`,
        Value: { 'Fn::GetAtt': ['Distribution', 'DomainName'] },
      },
    },
  };
}
