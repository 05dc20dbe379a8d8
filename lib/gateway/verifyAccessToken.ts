// Judges an access token: a JWT (RFC 9068) that the issuer signed for this resource, which holds now. Says who it is
// about and what it is good for; which mail that opens is not known here. Loads jose, so it is imported where tokens are
// accepted and nowhere else.

import { errors, type JWTPayload, jwtVerify } from 'jose';
import { limits } from '../limits.ts';
import type { Identity } from './grants.ts';
import { issuerKeys } from './issuerKeys.ts';
import { isIssuerUnavailable } from './issuerUnavailable.ts';

export interface AccessTokenOptions {
  /** To the letter of `iss`. */
  readonly issuer: string;
  /** One of these must be in `aud`. */
  readonly audiences: readonly string[];
  /** Null where the issuer's metadata says where its keys are. */
  readonly jwksUri: string | null;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** What a token that was accepted says. */
export interface AccessToken extends Identity {
  readonly scopes: ReadonlySet<string>;
}

/** What a token was turned away for: for the operator's log, and nobody else. */
export type TokenFault =
  | 'no access token'
  | 'algorithm'
  | 'no usable key'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'no expiry'
  | 'not yet valid'
  | 'about nobody'
  | 'bound to a key';

/** Gives the fault of a token that is not accepted. */
export type VerifyAccessToken = (token: string) => Promise<AccessToken | TokenFault>;

/** Asymmetric ones alone: with a shared secret, whoever can check a token can make one. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** RFC 9068 has `at+jwt`; Auth0, Keycloak and Entra ID say `JWT`, Cognito nothing. Other kinds of JWT name themselves. */
const types: ReadonlySet<unknown> = new Set([undefined, 'at+jwt', 'application/at+jwt', 'jwt', 'application/jwt']);

/** Where issuers name the client: RFC 9068 and Cognito; OpenID Connect; Entra ID 1.0; Okta. */
const clientClaims = ['client_id', 'azp', 'appid', 'cid'] as const;

/**
 * A function that judges tokens; it throws IssuerUnavailable where the issuer's keys cannot be had.
 */
export function accessTokenVerifier(options: AccessTokenOptions): VerifyAccessToken {
  const { issuer, audiences, now = Date.now } = options;
  const keyOf = issuerKeys(options);
  return async token => {
    if (token.length > limits.accessTokenCharacters.value) return 'no access token';
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
        issuer,
        algorithms,
        audience: [...audiences],
        requiredClaims: ['exp', 'sub'],
        clockTolerance: limits.clockSkewSeconds.value,
        currentDate: new Date(now()),
      });
      return types.has(typeOf(protectedHeader)) ? accepted(payload) : 'no access token';
    } catch (error) {
      // A key that the issuer should not have published fails in its own way: a stranger's token may name it.
      if (isIssuerUnavailable(error)) throw error;
      return faultOf(error);
    }
  };
}

const faultsOfClaims: Readonly<Record<string, TokenFault>> = {
  iss: 'issuer',
  aud: 'audience',
  exp: 'no expiry',
  nbf: 'not yet valid',
  sub: 'about nobody',
};

function faultOf(error: unknown): TokenFault {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return faultsOfClaims[error.claim] ?? 'no access token';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'no access token';
  return 'no usable key';
}

/** Media types are told without case; what is none, where the issuer signed such a thing, is no type of a token. */
const typeOf = ({ typ }: { readonly typ?: unknown }): unknown => (typeof typ === 'string' ? typ.toLowerCase() : typ);

function accepted(claims: JWTPayload): AccessToken | TokenFault {
  const { sub, cnf, token_use: use, typ } = claims;
  if (typeof sub !== 'string' || sub === '') return 'about nobody';
  // Bound to a key (RFC 7800): whoever sends it would have to prove that they have the key, and nothing here asks them to.
  if (cnf !== undefined) return 'bound to a key';
  // Cognito and Keycloak sign ID and refresh tokens with the same keys and say in the claims what each is.
  if ((use ?? 'access') !== 'access' || (typ ?? 'Bearer') !== 'Bearer') return 'no access token';
  const clientId = clientClaims.map(name => claims[name]).find(value => typeof value === 'string');
  return { subject: sub, clientId: typeof clientId === 'string' ? clientId : null, claims, scopes: scopesOf(claims) };
}

/** `scope` is RFC 8693 and 9068; Entra ID and Okta have `scp`, the one as a text and the other as a list. */
function scopesOf({ scope, scp }: JWTPayload): ReadonlySet<string> {
  const sent = scope ?? scp;
  if (typeof sent === 'string') return new Set(sent.split(' ').filter(name => name !== ''));
  return new Set(Array.isArray(sent) ? sent.filter(name => typeof name === 'string') : []);
}
