import { isMail } from '../../../lib/mail/isMail.ts';
import { mail } from '../import/material.ts';

const takes = (text: string, isExpected = false): boolean => isMail(Buffer.from(text, 'latin1'), isExpected);

describe('isMail', () => {
  test.each([
    ['an ordinary mail', mail('hello')],
    ['CRLF', mail('hello').replaceAll('\n', '\r\n')],
    ['CR alone', mail('hello').replaceAll('\n', '\r')],
    ['CR alone, and a line feed far behind', `${mail('hello'.repeat(20_000)).replaceAll('\n', '\r')}\n`],
    ['a byte order mark', `\u{ef}\u{bb}\u{bf}${mail('hello')}`],
    ['leading blank lines', `\r\n\n  \n${mail('hello')}`],
    ['a From_ line', `From a@b.example Mon Jan  1 10:00:00 2024\n${mail('hello')}`],
    ['a From_ line without date', `From a@b.example\n${mail('hello')}`],
    ['only a Received header', 'Received: from a.example by b.example; Mon, 1 Jan 2024 10:00:00 +0000\n\nx'],
    ['a blank before the colon', 'Subject : hello\nFrom : a@b.example\n\nx'],
    ['field names in capitals', 'FROM: A@B.EXAMPLE\nDATE: Mon, 1 Jan 2024 10:00:00 +0000\n\nx'],
    ['a header without a body', 'From: a@b.example\nTo: c@d.example'],
    ['MIME alone', 'MIME-Version: 1.0\nContent-Type: text/plain\n\nx'],
    ['a multipart alone', 'Content-Type: multipart/mixed; boundary=b\n\n--b--\n'],
    ['many unknown fields first', `${'X-Trace: 1\n'.repeat(50)}${mail('hello')}`],
    [
      'a patch that is a mail',
      `From 0123456789 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.example>\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nSubject: [PATCH] x\n\n---\n a.c | 2 +-\n`,
    ],
    [
      'a header that was broken by a line',
      'From: a@b.example\nTo: c@d.example\nX-Long: one\ntwo three\nSubject: x\n\ny',
    ],
  ])('takes %s', (_, text) => {
    expect(takes(text)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['prose', 'Dear Ann,\n\nplease find the file.\n'],
    ['prose with a colon', 'Note: this is not a mail.\nTo: be or not to be.\n'],
    ['prose with CR alone', 'Note: this is not a mail.\rTo: be or not to be.\r'],
    ['one line with CR within', 'a\rFrom: a@b.example\rSubject: x\r\n'],
    ['a script', '#!/bin/sh\n# From: a@b.example\n# Subject: x\necho hello\n'],
    ['C', '/* From: a@b.example */\n#include <stdio.h>\nint main(void) { return 0; }\n'],
    ['Python', 'from: int = 1\nsubject: str = ""\nif from:\n    pass\nelse:\n    pass\n'],
    ['a Makefile', 'all: build test\n\nbuild: a.o\n\tcc a.o\n'],
    ['CSS', 'a:hover { color: red }\n'],
    ['CSV', 'From,To,Subject,Date\na@b.example,c@d.example,hello,2024-01-01\n'],
    ['CSV with colons', 'Subject:,Date:,From:\nhello,2024-01-01,a@b.example\n'],
    ['HTML', '<!DOCTYPE html>\n<p>From: a@b.example<br>Subject: x</p>\n'],
    ['JSON', '{"from": "a@b.example", "subject": "x"}\n'],
    ['JSON on many lines', '{\n  "from": "a@b.example",\n  "subject": "x"\n}\n'],
    ['YAML', 'name: CI\non:\n  push:\njobs:\n  build:\n    runs-on: x\n'],
    ['YAML with a date', 'title: Report\ndate: 2024-01-01\nsubject: quarterly\ntags: [a, b]\n'],
    ['front matter', '---\nfrom: a@b.example\nto: c@d.example\nsubject: x\n---\n'],
    ['MultiMarkdown', 'Title: Notes\nDate: 2024-01-01 10:00\nAuthor: Ann\n\n# Notes\n'],
    ['markdown', '# From: a@b.example\n\nSubject: x\n'],
    ['an HTTP response', 'HTTP/1.1 200 OK\nDate: Mon, 01 Jan 2024 10:00:00 GMT\nContent-Type: text/html\n\nx'],
    ['an HTTP request', 'GET / HTTP/1.1\nHost: example.com\nUser-Agent: x\nFrom: a@b.example\n\n'],
    ['HTTP fields alone', 'Date: Mon, 01 Jan 2024 10:00:00 GMT\nServer: x\nContent-Type: text/html\nETag: "1"\n\nx'],
    [
      'a form on its way',
      'Content-Type: multipart/form-data; boundary=b\nDate: Mon, 01 Jan 2024 10:00:00 GMT\nHost: x\n\n',
    ],
    ['a patch', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-From: a@b.example\n+Subject: x\n'],
    ['git log', 'commit 0123\nAuthor: A <a@b.example>\nDate:   Mon Jan 1 10:00:00 2024 +0000\n\n    x\n'],
    ['package metadata', 'Metadata-Version: 2.1\nName: x\nVersion: 1\nAuthor-email: a@b.example\n\nx'],
    ['vCard', 'BEGIN:VCARD\nVERSION:4.0\nEMAIL:a@b.example\nEND:VCARD\n'],
    ['iCalendar', 'BEGIN:VCALENDAR\nORGANIZER:mailto:a@b.example\nEND:VCALENDAR\n'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<</From: a@b.example>>\n'],
    ['a PNG', '\u{89}PNG\r\n\u{1a}\n\0\0\0\rIHDR'],
    ['zeros', '\0'.repeat(1000)],
    ['zeros after a field', `From: a@b.example\n\0\0Subject: x\n`],
    ['UTF-16', Buffer.from(`\u{feff}${mail('hello')}`, 'utf16le').toString('latin1')],
  ])('refuses %s', (_, text) => {
    expect(takes(text)).toBe(false);
  });

  test.each([
    ['one field', 'Content-Type: text/plain>\n\nx'],
    ['a date that is none', 'Date: %date%\n\nx'],
    ['a line of junk first', '--\nby mistake\nFrom: nobody\n\nx'],
  ])('takes %s where a mail is expected', (_, text) => {
    expect(takes(text, true)).toBe(true);
    expect(takes(text)).toBe(false);
  });

  test.each([
    ['prose', 'Dear Ann,\n\nplease find the file.\n'],
    ['a PNG', '\u{89}PNG\r\n\u{1a}\n\0\0\0\rIHDR'],
    ['JSON', '{"from": "a@b.example", "subject": "x"}\n'],
    ['HTML', '<!DOCTYPE html>\n<html>\n<body>\n</body>\n</html>\n'],
    ['AppleDouble', '\0\u{5}\u{16}\u{7}\0\u{2}\0\0Mac OS X        \0'],
  ])('refuses %s even where a mail is expected', (_, text) => {
    expect(takes(text, true)).toBe(false);
  });

  it('looks at the first bytes alone', () => {
    expect(takes(`${'X-Trace: 1\n'.repeat(10_000)}From: a@b.example\nSubject: x\n`)).toBe(false);
  });
});
