// The two signed mails. The keys were thrown away when the signatures had been made, so a signature stands for exactly
// the bytes it was made of; the digest beside it tells when these have changed and it must be made anew.

import { createHash } from 'node:crypto';
import type { Entity } from '../entity.ts';
import { crlf, multipart, serialize, signature } from '../entity.ts';
import { openPgp, smime } from './signatures.ts';

export const openPgpKey = Buffer.from(openPgp.publicKey);

/** multipart/signed with an S/MIME signature (RFC 8551, section 3.5.3). */
export function signedBySmime(content: Entity): Entity {
  hold(content, smime.contentDigest);
  return multipart(
    'signed',
    [content, signature('smime.p7s', Buffer.from(smime.signature, 'base64'), 'application/pkcs7-signature', 'base64')],
    ['protocol="application/pkcs7-signature"', 'micalg=sha-256'],
  );
}

/** multipart/signed with an OpenPGP signature (RFC 3156, section 5). */
export function signedByOpenPgp(content: Entity): Entity {
  hold(content, openPgp.contentDigest);
  return multipart(
    'signed',
    [content, signature('signature.asc', Buffer.from(crlf(openPgp.signature)), 'application/pgp-signature', '7bit')],
    ['protocol="application/pgp-signature"', 'micalg=pgp-sha512'],
  );
}

function hold(content: Entity, digest: string): void {
  const actual = createHash('sha256').update(serialize(content)).digest('hex');
  if (actual !== digest) throw new Error(`what was signed has changed: ${actual}, signed was ${digest}`);
}
