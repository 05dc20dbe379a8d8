// The failure that is the issuer's: it does not answer, so that no token can be judged for now. Apart from what throws
// it, so that whoever tells a client of it need not load that.

export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** By its name: what judges tokens is a file of its own in a deployed function, with a class of its own. */
export const isIssuerUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'IssuerUnavailable';
