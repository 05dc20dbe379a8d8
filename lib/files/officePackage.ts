// The parts of an OOXML document and how they refer to each other (ECMA-376 part 2). Knows nothing of what they hold.

import { packageTitle } from './packageTitle.ts';
import { openZip, type ZipPackage } from './zipPackage.ts';

export interface Relation {
  readonly id: string;
  /** Last segment of its type, such as `footnotes`; the same in the transitional and the strict form. */
  readonly kind: string;
  /** Path of the part, or as written where it leads out of the document. */
  readonly target: string;
  readonly isExternal: boolean;
}

export interface OfficePackage extends ZipPackage {
  /** What a part refers to; the empty path stands for the document as a whole. */
  relations(part: string): Promise<readonly Relation[]>;
}

/** A path relative to a part. */
function resolve(part: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const segments = part.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

function relationsPath(part: string): string {
  const slash = part.lastIndexOf('/') + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}

export async function openOffice(bytes: Uint8Array): Promise<OfficePackage> {
  const zip = await openZip(bytes);
  const known = new Map<string, readonly Relation[]>();
  async function relations(part: string): Promise<readonly Relation[]> {
    const found: Relation[] = [];
    const seen = known.get(part);
    if (seen !== undefined) return seen;
    await zip.xml(relationsPath(part), {
      open(name, tag) {
        if (name !== 'Relationship') return;
        const target = tag.attribute('Target') ?? '';
        const isExternal = tag.attribute('TargetMode')?.toLowerCase() === 'external';
        found.push({
          id: tag.attribute('Id') ?? '',
          kind: (tag.attribute('Type') ?? '').replace(/^.*\//, ''),
          target: isExternal ? target : resolve(part, decodePath(target)),
          isExternal,
        });
      },
      close() {},
      text() {},
    });
    known.set(part, found);
    return found;
  }
  return { ...zip, relations };
}

function decodePath(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('\\', '/'));
  } catch {
    return target;
  }
}

/** Parts of one kind that a part refers to, and that are there. */
export async function relatedParts(office: OfficePackage, part: string, kind: string): Promise<readonly string[]> {
  const found = await office.relations(part);
  return found
    .filter(relation => relation.kind === kind && !relation.isExternal)
    .map(relation => office.find(relation.target))
    .filter(path => path !== null);
}

/** The main part; by its usual name where the document does not say. */
export async function mainPart(office: OfficePackage, usual: string): Promise<string | null> {
  const [main] = await relatedParts(office, '', 'officeDocument');
  return main ?? office.find(usual);
}

/** The title among the properties of the document. */
export async function officeTitle(office: OfficePackage): Promise<string | null> {
  const [path] = await relatedParts(office, '', 'core-properties');
  return await packageTitle(office, path ?? 'docProps/core.xml');
}
