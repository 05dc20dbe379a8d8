// What went wrong with AWS, said so that a person at the command line can mend it. Knows the names that the SDK and the
// services give to their errors.

import { UserError } from '../errors.ts';

const credentials = new Set(['CredentialsProviderError', 'CredentialsError', 'TokenProviderError']);
const refused = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'UnrecognizedClientException',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AuthFailure',
]);
const denied = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'UnauthorizedOperation',
  'AuthorizationErrorException',
]);
const unreachable = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The failure as a UserError where a person can mend it, else as it is. */
export function explainAwsFailure(error: unknown): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error;
  const message = messageOf(error);
  return message === null ? error : new UserError(message, error);
}

function messageOf(error: Error): string | null {
  const { name, message } = error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (/\bregion is missing\b/i.test(message))
    return 'no AWS region is set: set AWS_REGION to the region that the stack is in';
  if (credentials.has(name))
    return 'no AWS credentials were found: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  if (refused.has(name))
    return `AWS does not accept these credentials (${name}): renew them, or choose others with AWS_PROFILE`;
  if (denied.has(name)) return `these AWS credentials may not do this: ${message}`;
  if (unreachable.has(code) || unreachable.has(name))
    return `AWS cannot be reached (${code || name}): check the network, the region and AWS_ENDPOINT_URL`;
  return null;
}
