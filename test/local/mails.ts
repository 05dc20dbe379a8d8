// Composes mails for the tests of the command. Knows no archive.

export interface MailSpec {
  /** Tells mails apart; also the Message-ID. */
  readonly id: string;
  readonly from?: string;
  readonly subject?: string;
  /** ISO 8601. */
  readonly date?: string;
  /** Names of attached files; each holds its own name. */
  readonly files?: readonly string[];
}

const boundary = 'boundary-of-a-test';

/** A multipart/mixed mail with CRLF line ends. */
export function mail({ id, from = 'Ann <ann@example.com>', subject = id, date, files = [] }: MailSpec): string {
  const parts = files.map(name =>
    [
      'Content-Type: application/octet-stream',
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      '',
      Buffer.from(name).toString('base64'),
    ].join('\r\n'),
  );
  const body = ['Content-Type: text/plain; charset=utf-8', '', `Text of ${id}.`].join('\r\n');
  return [
    `From: ${from}`,
    'To: bob@example.com',
    `Subject: ${subject}`,
    `Date: ${new Date(date ?? '2024-03-05T12:00:00Z').toUTCString()}`,
    `Message-ID: <${id}@example.com>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...[body, ...parts].map(part => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/** The date of a From_ line: `Tue Mar  5 12:00:00 2024`. */
function fromLineDate(raw: string): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = new Date(/^Date: (.*)$/mu.exec(raw)?.[1] ?? 0)
    .toUTCString()
    .replace(',', '')
    .split(' ');
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

/** Mails as an mbox (mboxrd), each delivered at the instant of its Date header. */
export const mbox = (mails: readonly string[]): string =>
  mails
    .map(raw => {
      const lines = raw.replaceAll('\r\n', '\n').replace(/^(>*From )/gmu, '>$1');
      return `From ann@example.com ${fromLineDate(raw)}\n${lines}\n`;
    })
    .join('');
