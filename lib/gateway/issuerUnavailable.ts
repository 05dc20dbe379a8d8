// The failure that is the issuer's: it does not answer, so that no token can be judged for now. Apart from what throws
// it, so that whoever tells a client of it need not load that.

export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}
