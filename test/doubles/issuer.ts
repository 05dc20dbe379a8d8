// An OAuth issuer on a port of this machine, as far as a resource server sees one: metadata, keys, and tokens of
// whatever kind a test wants, good and bad.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  /** The public half, as it is published. */
  readonly jwk: JWK;
}

export async function signingKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** Signs claims; what is given of the header takes the place of what a good token has. */
export const sign = (
  { alg, kid, privateKey }: SigningKey,
  claims: JWTPayload,
  header: Record<string, unknown> = {},
): Promise<string> => new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header }).sign(privateKey);

export interface TestIssuer {
  readonly url: string;
  /** What is answered at each path, to be changed by tests. */
  readonly documents: Map<string, unknown>;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  /** Publishes these keys and no others. */
  publish(...keys: readonly SigningKey[]): void;
  close(): Promise<void>;
}

export const keysPath = '/keys';
export const metadataPath = '/.well-known/openid-configuration';

/** A document that is answered with another status, or in another way. */
export interface OddAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** Sent over and over, without an end. */
  readonly endless?: string;
  /** Nothing is sent at all. */
  readonly silent?: boolean;
  /** Nothing is sent after the beginning. */
  readonly stalled?: boolean;
}

const isOdd = (document: unknown): document is OddAnswer =>
  typeof document === 'object' && document !== null && 'status' in document;

export async function startIssuer(): Promise<TestIssuer> {
  const documents = new Map<string, unknown>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const document = documents.get(path) ?? { status: 404 };
    if (!isOdd(document)) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
      return;
    }
    if (document.silent) return;
    response.writeHead(document.status, document.headers);
    if (document.stalled) response.write('{"keys":[');
    else if (document.endless === undefined) response.end('{}');
    else {
      const more = () => {
        while (!response.destroyed && response.write(document.endless));
      };
      response.on('drain', more);
      more();
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  documents.set(metadataPath, { issuer: url, jwks_uri: url + keysPath });
  documents.set(keysPath, { keys: [] });
  return {
    url,
    documents,
    asked,
    publish: (...keys) => void documents.set(keysPath, { keys: keys.map(({ jwk }) => jwk) }),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
