// Which accounts and scopes a person or program has who was told apart by a token. Knows no token and no mode: whoever
// verified one says who it is about.

import type { Scope } from '../tools/caller.ts';

/** Who a verified token is about. */
export interface Identity {
  /** `sub` of the token, unique at its issuer. */
  readonly subject: string;
  /** The client that the token was given to; null where the token does not say. */
  readonly clientId: string | null;
  /** Every claim of the token, as it was sent. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** One line of `grants`: for whom it holds, and what it gives. What is null is not asked for; one condition is there. */
export interface Grant {
  readonly subject: string | null;
  readonly client: string | null;
  /** Holds where the claim is this text, or a list with this text in it. */
  readonly claim: { readonly name: string; readonly value: string } | null;
  readonly accounts: '*' | readonly string[];
  /** Whether the documents under `library/` may be read. */
  readonly library: boolean;
  readonly scopes: readonly Scope[];
}

/** What somebody may do. */
export interface Access {
  /** `*` is every account that is served, later ones too. */
  readonly accounts: '*' | readonly string[];
  readonly library: boolean;
  readonly scopes: ReadonlySet<Scope>;
}

/**
 * What all grants that hold for somebody give together. Nothing where none does: no scope, no account and no
 * library. What may be read comes from grants with the scope `read` alone, so that nothing is which was granted for
 * something else.
 */
export function grantFor(grants: readonly Grant[], identity: Identity): Access {
  const held = grants.filter(grant => holdsFor(grant, identity));
  const toRead = held.filter(({ scopes }) => scopes.includes('read'));
  const readable = toRead.map(({ accounts }) => accounts);
  return {
    accounts: readable.includes('*') ? '*' : [...new Set(readable.flat())],
    library: toRead.some(({ library }) => library),
    scopes: new Set(held.flatMap(({ scopes }) => scopes)),
  };
}

/** Cognito says it as a text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

function holdsFor({ subject, client, claim }: Grant, { claims, ...who }: Identity): boolean {
  if (subject === null && client === null && claim === null) return false;
  if (subject !== null && subject !== who.subject) return false;
  if (client !== null && client !== who.clientId) return false;
  if (claim === null) return true;
  // Whoever may type any address into a profile would have what is granted to its owner.
  if (claim.name === 'email' && Object.hasOwn(claims, 'email_verified') && !isTrue(claims.email_verified)) return false;
  const sent = Object.hasOwn(claims, claim.name) ? claims[claim.name] : undefined;
  return sent === claim.value || (Array.isArray(sent) && sent.includes(claim.value));
}
