import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { throughEdge } from '../../../lib/aws/edgeChallenge.ts';
import type { HttpResult } from '../../../lib/aws/lambdaHttp.ts';

interface EdgeResponse {
  statusCode: number;
  statusDescription: string;
  headers: Record<string, { value: string }>;
}

const source = readFileSync(join(import.meta.dirname, '../../../infra/cloudfront/restoreChallenge.js'), 'utf8');
/** As CloudFront has it: the source alone, nothing of Node around it. */
const handler: (event: { response: EdgeResponse }) => EdgeResponse = runInNewContext(`${source}; handler`);

/** What a viewer gets, where CloudFront has an answer of the origin and runs the function on it. */
function seen(statusCode: number, sent: Readonly<Record<string, string>>) {
  const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, { value }]));
  const response = handler({ response: { statusCode, statusDescription: 'OK', headers } });
  return {
    status: [response.statusCode, response.statusDescription],
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, { value }]) => [name, value])),
  };
}

const mark = '0f8fad5b-d9cb-469f-a165-70867728950e';
const challenge =
  'Bearer realm="mailglob", resource_metadata="https://x.example/.well-known/oauth-protected-resource/mcp"';
const result = (statusCode: number, headers: Record<string, string>): HttpResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: '{}',
  isBase64Encoded: false,
});
const event = (edge?: string) => ({ headers: edge === undefined ? {} : { 'x-mailglob-edge': edge } });

describe('an answer with a challenge', () => {
  it.each([
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
  ])('that is %d comes through CloudFront as it was', (status, text) => {
    const { statusCode, headers } = throughEdge(event(mark), result(status, { 'www-authenticate': challenge }), mark);
    // Below 400, or CloudFront would not run the function.
    expect(statusCode).toBe(200);
    expect(headers).not.toHaveProperty('www-authenticate');
    expect(seen(statusCode, headers)).toEqual({
      status: [status, text],
      headers: { 'content-type': 'application/json', 'www-authenticate': challenge },
    });
  });

  it.each([[undefined], [''], ['x'], [mark.toUpperCase()]])('is left alone where %j asks', edge => {
    const answer = result(401, { 'www-authenticate': challenge });
    expect(throughEdge(event(edge), answer, mark)).toEqual(answer);
  });

  it('is left alone where there is no CloudFront', () => {
    const answer = result(401, { 'www-authenticate': challenge });
    expect(throughEdge(event(''), answer, '')).toEqual(answer);
    expect(throughEdge({ headers: null }, answer, '')).toEqual(answer);
  });
});

describe('any other answer', () => {
  it.each([200, 202, 204, 400, 403, 404, 500])('that is %d is left alone', status => {
    const answer = result(status, { 'x-request': 'y' });
    expect(throughEdge(event(mark), answer, mark)).toEqual(answer);
    expect(seen(status, answer.headers)).toEqual({ status: [status, 'OK'], headers: answer.headers });
  });

  it('whose header was renamed gets it back, should CloudFront run the function on it', () => {
    expect(seen(401, { 'x-amzn-remapped-www-authenticate': challenge })).toEqual({
      status: [401, 'OK'],
      headers: { 'www-authenticate': challenge },
    });
  });

  it('cannot become another by one header alone, and shows none of them', () => {
    expect(seen(200, { 'x-mailglob-status': '401' })).toEqual({ status: [200, 'OK'], headers: {} });
    expect(seen(200, { 'x-mailglob-challenge': 'Bearer' })).toEqual({ status: [200, 'OK'], headers: {} });
  });
});

it('is short enough for CloudFront, and asks for nothing that it has not', () => {
  expect(Buffer.byteLength(source)).toBeLessThan(10_240);
  expect(source).not.toMatch(/\b(import|export|require|async|await|class)\b.*[({]/);
});
