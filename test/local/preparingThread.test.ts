// The thread that prepares mails, as it is built beside the command.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { preparingThread } from '../../lib/local/preparingThread.ts';
import { root } from './command.ts';
import { mail } from './mails.ts';

test('the thread that is built prepares mails', async () => {
  const thread = preparingThread({ file: pathToFileURL(join(root, 'dist/preparingWorker.mjs')), leastMails: 1 });
  try {
    const raw = Buffer.from(mail({ id: 'one', files: ['größe.pdf'] }));
    const place = { accountId: 'a', folderAlias: 'INBOX', receivedAt: null, flags: null, storedAt: 0 };
    const id = '00000000-0000-8000-8000-000000000000';
    const { rows, words, content } = await thread.prepare([{ ...place, raw, storedEmailId: id }])(0);
    expect(rows.message).toMatchObject({ storedEmailId: id, attachments: { attachmentCount: 1 } });
    // It came in one piece from there; here each is made by itself.
    expect(words.bytes?.buffer).toBe(content.buffer);
  } finally {
    await thread.end();
  }
});
