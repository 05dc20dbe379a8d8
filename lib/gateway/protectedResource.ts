// What this gateway says of itself as a protected resource (RFC 9728), so that a client finds who issues tokens for it:
// the metadata, the places where it lies, and the challenges that point there.

import { refusal } from './refusal.ts';

export interface ProtectedResourceOptions {
  /** The URL of the endpoint, as a person types it into a client. */
  readonly resource: string;
  readonly issuer: string;
  /** The scope that reading takes, by the issuer's name for it; null where the issuer has none. */
  readonly readScope: string | null;
  /** Path at which the endpoint is served, which a proxy may have changed. */
  readonly path: string;
}

export interface ProtectedResource {
  /** Paths of the metadata. */
  readonly paths: ReadonlySet<string>;
  /** Where a challenge says that the metadata is. */
  readonly metadataUrl: string;
  /** RFC 9728, section 2. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly readScope: string | null;
}

const wellKnown = '/.well-known/oauth-protected-resource';

/**
 * The resource, found by both forms of its metadata's address: the one of RFC 9728, section 3.1, with the path of the
 * endpoint behind it, and the bare one that clients fall back to.
 */
export function protectedResource({ resource, issuer, readScope, path }: ProtectedResourceOptions): ProtectedResource {
  const url = new URL(resource);
  const { origin } = url;
  // RFC 9728, section 3.1: the slash behind the host is no path.
  const pathname = url.pathname === '/' ? '' : url.pathname;
  return {
    paths: new Set([wellKnown, wellKnown + path, wellKnown + pathname]),
    metadataUrl: origin + wellKnown + pathname,
    metadata: {
      resource,
      authorization_servers: [issuer],
      // What reading takes and no more: clients ask for all of these where no challenge reaches them.
      ...(readScope === null ? {} : { scopes_supported: [readScope] }),
      bearer_methods_supported: ['header'],
      resource_name: 'mailglob',
    },
    readScope,
  };
}

/** The metadata, for whoever asks. */
export function metadataResponse(request: Request, { metadata }: ProtectedResource): Response {
  if (request.method === 'GET' || request.method === 'HEAD') return Response.json(metadata);
  return refusal(405, 'only GET is served here', { allow: 'GET, HEAD' });
}

/**
 * A `WWW-Authenticate` header (RFC 6750, section 3, with RFC 9728, section 5.1).
 * @param error its code, where a token was sent.
 */
export function bearerChallenge({ metadataUrl, readScope }: ProtectedResource, error?: string): string {
  const parameters = [
    'realm="mailglob"',
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(readScope === null ? [] : [`scope="${readScope}"`]),
    `resource_metadata="${metadataUrl}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}
