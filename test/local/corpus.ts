// Real mail for the tests of the command: shared material where it is there, else the samples of the project.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command.ts';

const shared = join(root, '..', 'shared', 'mail', 'eml');

export const isShared = existsSync(shared);
export const corpus = isShared ? shared : join(root, 'lib', 'samples', 'mail');

/** The path of a file that `inspect` names. */
export const pathOf = (file: string): string => (file.startsWith('/') ? file : join(root, file));
