// Stored content is made again where its version is another: whoever changes what content is made of the same mail has to
// raise contentVersion. What is made of the sample mails, and of a page of tricks, is known here by its digest.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf } from '../../../lib/content/content.ts';
import { contentVersion } from '../../../lib/content/contentCodec.ts';
import { packContent } from '../../../lib/content/packedContent.ts';
import { parseMessage } from '../../../lib/mail/parseMessage.ts';

const samples = join(import.meta.dirname, '../../../lib/samples/mail');

const tricks = `<style>.a{display:none} p:has(u){display:none} li:nth-child(2){opacity:0} @media print{.b{display:none}}</style>
<p class=a>1<p class=b>2<p><u>3</u><ul><li>4<li>5</ul><div style="height:0;overflow:hidden">6</div><font color=white>7</font>
<table><tr><td>8<td><a href="https://e.example/?a=1&b=2" style="color:#123">9</a></table><blockquote>10<pre>11
12</pre></blockquote><img src=cid:x alt=13><div style="position:absolute;left:-9999px">14</div><div style="transform:scale(.01)">15</div>
<table><tr><td><p>16</p><td><p>17</p></table><span style="display:block">18</span><span style="display:block">19</span><button>20</button><button>21</button>`;

/** Raise contentVersion, and write both down, where the digest is another. */
const known = { version: 11, digest: 'boSy6i6UATER4Z4O' };

test('what is made of the same mail is of the version that it says', async () => {
  const mails = readdirSync(samples)
    .filter(name => name.endsWith('.eml'))
    .toSorted()
    .map(name => readFileSync(join(samples, name)));
  mails.push(Buffer.from(`From: a@example.com\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${tricks}`));
  const hash = createHash('sha256');
  for (const raw of mails) hash.update(JSON.stringify(packContent(contentOf(await parseMessage(raw)))));
  expect({ version: contentVersion, digest: hash.digest('base64url').slice(0, 16) }).toEqual(known);
});
