import { readCms } from '../../../lib/mail/cms.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';
import { base64, mail, multipart, multipartMail, outline, raw, textPart } from '../../mails.ts';

const der = (tag: number, ...content: (Uint8Array | string)[]): Buffer => {
  const body = Buffer.concat(content.map(piece => Buffer.from(piece as string)));
  const length = body.length < 128 ? Buffer.of(body.length) : Buffer.of(0x82, body.length >> 8, body.length & 255);
  return Buffer.concat([Buffer.of(tag), length, body]);
};
/** The same with an indefinite length. */
const ber = (tag: number, ...content: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.of(tag, 0x80), ...content, Buffer.of(0, 0)]);
const pkcs7 = (type: number) => der(0x06, Buffer.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, type));
const version = der(0x02, Buffer.of(1));

const signed = (content: Uint8Array): Buffer =>
  der(
    0x30,
    pkcs7(2),
    der(0xa0, der(0x30, version, der(0x31), der(0x30, pkcs7(1), der(0xa0, der(0x04, content))), der(0x31))),
  );
const signedInPieces = (content: Uint8Array): Buffer => {
  const half = content.length >> 1;
  const pieces = ber(0x24, der(0x04, content.subarray(0, half)), der(0x04, content.subarray(half)));
  return ber(
    0x30,
    pkcs7(2),
    ber(0xa0, ber(0x30, version, der(0x31), ber(0x30, pkcs7(1), ber(0xa0, pieces)), der(0x31))),
  );
};
const enveloped = der(0x30, pkcs7(3), der(0xa0, der(0x30, version)));

const smime = (content: Uint8Array, type = '') =>
  mail(
    `Content-Type: application/pkcs7-mime${type}; name=smime.p7m\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=smime.p7m`,
    base64(content),
  );
const entity = raw(multipart('mixed', [textPart, 'Content-Type: application/pdf; name=a.pdf\n\nx'], 'in'));

describe('signed and encrypted mail', () => {
  it.each([
    ['DER', signed(entity)],
    ['BER in pieces', signedInPieces(entity)],
  ])('opens an opaque-signed message in %s to its parts', async (_, content) => {
    const message = await parseMessage(smime(content));
    expect(outline(message)).toEqual(['smime.p7m (attachment)', 'smime.p7m > a.pdf (attachment)']);
    expect(message).toMatchObject({
      text: 'Hello',
      hasUnverifiedSignature: true,
      isEncrypted: false,
      isDamaged: false,
    });
  });

  it('opens one within another', async () => {
    const inner = raw(
      `Content-Type: application/pkcs7-mime; name=in.p7m\nContent-Transfer-Encoding: base64\n\n${base64(signed(entity))}`,
    );
    expect(outline(await parseMessage(smime(signed(inner))))).toEqual([
      'smime.p7m (attachment)',
      'smime.p7m > in.p7m (attachment)',
      'smime.p7m/in.p7m > a.pdf (attachment)',
    ]);
  });

  it('knows an enveloped message by its content or its type', async () => {
    for (const bytes of [
      smime(enveloped),
      smime(Buffer.from('?'), '; smime-type=enveloped-data'),
      smime(signed(raw(`Content-Type: application/pkcs7-mime\n\n${enveloped.toString('latin1')}`))),
    ]) {
      expect((await parseMessage(bytes)).isEncrypted).toBe(true);
    }
  });

  it('knows multipart/signed and multipart/encrypted', async () => {
    const signature = 'Content-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN PGP SIGNATURE-----';
    expect(await parseMessage(multipartMail('signed', [textPart, signature]))).toMatchObject({
      text: 'Hello',
      hasUnverifiedSignature: true,
      isEncrypted: false,
    });
    const control = 'Content-Type: application/pgp-encrypted\n\nVersion: 1';
    expect(
      await parseMessage(multipartMail('encrypted', [control, 'Content-Type: application/octet-stream\n\nx'])),
    ).toMatchObject({
      text: null,
      hasUnverifiedSignature: false,
      isEncrypted: true,
    });
    expect(await parseMessage(multipartMail('mixed', [textPart]))).toMatchObject({
      hasUnverifiedSignature: false,
      isEncrypted: false,
    });
  });

  it('finds no content where there is none, whatever byte is wrong', () => {
    expect(readCms(Buffer.from('no container'))).toBeNull();
    expect(readCms(enveloped)).toEqual({ kind: 'enveloped', content: null });
    const whole = signedInPieces(entity);
    for (let i = 0; i < whole.length; i++) {
      readCms(whole.subarray(0, i));
      const wrong = Buffer.from(whole);
      wrong[i] = (wrong[i] ?? 0) ^ 0x80;
      const { content } = readCms(wrong) ?? { content: null };
      expect(content?.length ?? 0).toBeLessThanOrEqual(whole.length);
    }
    expect(readCms(Buffer.alloc(100_000, 0x24))).toBeNull();
  });
});
