// Media types by the ending of a name, as the mail programs of the samples would write them.

const office = 'application/vnd.openxmlformats-officedocument';

const types: Readonly<Record<string, string>> = {
  asc: 'application/pgp-keys',
  csv: 'text/csv',
  docx: `${office}.wordprocessingml.document`,
  dxf: 'image/vnd.dxf',
  html: 'text/html',
  ics: 'application/ics',
  jpg: 'image/jpeg',
  json: 'application/json',
  log: 'text/plain',
  md: 'text/markdown',
  patch: 'text/x-patch',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: `${office}.presentationml.presentation`,
  rtf: 'application/rtf',
  step: 'application/octet-stream',
  txt: 'text/plain',
  xlsx: `${office}.spreadsheetml.sheet`,
  zip: 'application/zip',
};

/** @throws Error for an ending that no sample has used yet. */
export function mediaTypeOf(name: string): string {
  const type = types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  if (type === undefined) throw new Error(`no media type for ${name}`);
  return type;
}
