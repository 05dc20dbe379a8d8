// A book in EPUB -> its text: its chapters in the order they are read (EPUB 3.3, 5.7), each as the page of HTML that it is.

import { declaredCharset, decodeDocument } from './decodeDocument.ts';
import type { Draft } from './draft.ts';
import { readHtml } from './readHtml.ts';
import { broken, encrypted, readEach } from './readingEnd.ts';
import type { ZipPackage } from './zipPackage.ts';

const isPage = (path: string): boolean => /\.x?html?$/i.test(path);

/** A path relative to the directory of another; percent-encoded or not. */
function resolve(base: string, reference: string): string {
  let path = reference.split('#', 1)[0] ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // It is a name with a percent sign.
  }
  const segments = path.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

/** Whether pages are encrypted: fonts alone often are. */
async function isEncrypted(zip: ZipPackage): Promise<boolean> {
  let found = false;
  await zip.xml('META-INF/encryption.xml', {
    open(name, tag) {
      if (name === 'CipherReference' && isPage(tag.attribute('URI') ?? '')) found = true;
    },
    close() {},
    text() {},
  });
  return found;
}

interface Book {
  readonly title: string;
  readonly chapters: readonly string[];
}

async function readPackage(zip: ZipPackage): Promise<Book> {
  let root: string | null = null;
  await zip.xml('META-INF/container.xml', {
    open(name, tag) {
      if (name === 'rootfile') root ??= tag.attribute('full-path');
    },
    close() {},
    text() {},
  });
  const path = root ?? zip.names.find(name => /\.opf$/i.test(name)) ?? '';
  const pages = new Map<string, string>();
  const spine: string[] = [];
  let title = '';
  let titles = 0;
  let isTitle = false;
  await zip.xml(path, {
    open(name, tag) {
      isTitle = name === 'title' && ++titles === 1;
      const id = tag.attribute(name === 'itemref' ? 'idref' : 'id') ?? '';
      const page = name === 'item' ? zip.find(resolve(path, tag.attribute('href') ?? '')) : null;
      if (page !== null && (isPage(page) || tag.attribute('media-type')?.includes('html'))) pages.set(id, page);
      if (name === 'itemref') spine.push(id);
    },
    close() {
      isTitle = false;
    },
    text(value) {
      if (isTitle) title += value;
    },
  });
  const read = new Set(spine.flatMap(id => pages.get(id) ?? []));
  // Without an order that of their names tells most.
  return { title: title.trim(), chapters: read.size > 0 ? [...read] : zip.names.filter(isPage).sort() };
}

export async function readEpub(zip: ZipPackage, draft: Draft): Promise<void> {
  if (await isEncrypted(zip)) throw encrypted();
  const { title, chapters } = await readPackage(zip);
  if (chapters.length === 0) throw broken('it has no chapters');
  if (title !== '') draft.title = title;
  await readEach(chapters, async path => {
    const bytes = await zip.bytes(path);
    const html = decodeDocument(bytes, declaredCharset(bytes));
    // What a page is called, often after its file or the book, counts where no heading stands above its text.
    let isName = /<title[\s>]/i.test(html);
    draft.section(null);
    const chapter: Draft = {
      ...draft,
      title: null,
      section(heading, isKept) {
        draft.section(heading, isName ? false : isKept);
        isName = false;
      },
      // Parts of the book are no files that it refers to.
      refer() {},
    };
    readHtml(html, chapter);
  });
}
