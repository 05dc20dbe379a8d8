// What comes out of a document: the shape that readers fill and that an index is made of.

/** The types that text comes out of. */
export const documentTypes = [
  ...['txt', 'md', 'csv', 'tsv', 'json', 'xml', 'html', 'rtf', 'eml', 'ics', 'pdf'],
  ...['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'],
] as const;

const known: ReadonlySet<string> = new Set(documentTypes);

/** Whether text comes out of files of a type. */
export const isDocumentType = (type: string): boolean => known.has(type);

/** One of `documentTypes`, or for a file that is found by its name alone what it is, as far as its bytes tell. */
export type DocumentType = string;

/**
 * - text: all of the text is there
 * - noText: it was read and holds none
 * - encrypted: it needs a password
 * - broken: it is damaged; `chunks` holds what could be read before the damage
 * - tooBig: a limit of limits.ts was met; `chunks` holds what was read before it
 * - nameOnly: no text comes out of files of its type
 */
export type ExtractionOutcome = 'text' | 'noText' | 'encrypted' | 'broken' | 'tooBig' | 'nameOnly';

export interface Chunk {
  /** The heading it stands under, its page, sheet or slide; null where it has none. */
  readonly heading: string | null;
  readonly text: string;
}

export interface Extraction {
  /** By content; by the ending of the name only where contents cannot differ. */
  readonly type: DocumentType;
  readonly outcome: ExtractionOutcome;
  /** Why the outcome is another than text, or what may be missing from the text, in plain words; else null. */
  readonly reason: string | null;
  readonly title: string | null;
  /** Of YAML front matter and, in Markdown, of `#tag` in the body: as written, without `#`, each once. */
  readonly tags: readonly string[];
  /** `date` of YAML front matter: a day (`2024-03-15`) or an instant with `Z`; null where there is none. */
  readonly date: string | null;
  /** Images and files that the document refers to, as written: relative paths and names, no addresses of the web. */
  readonly references: readonly string[];
  readonly chunks: readonly Chunk[];
}

/** What is known of a document besides its bytes. */
export interface DocumentHints {
  /** With its ending; a path counts by its last segment. */
  readonly fileName: string;
  readonly mediaType?: string | null;
}
