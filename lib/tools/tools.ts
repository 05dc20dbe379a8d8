// Every tool that the gateway serves, by name. A Map, so that no name finds what an object inherits.

import { getEmailContentTool } from './getEmailContent.ts';
import { listEmailsTool } from './listEmails.ts';
import { searchAttachmentsTool } from './searchAttachments.ts';
import { searchEmailsTool } from './searchEmails.ts';
import { searchFilesTool } from './searchFiles.ts';
import type { Tool } from './tool.ts';

const all: readonly Tool[] = [
  searchAttachmentsTool,
  listEmailsTool,
  searchEmailsTool,
  getEmailContentTool,
  searchFilesTool,
];

export const tools: ReadonlyMap<string, Tool> = new Map(all.map(tool => [tool.name, tool]));
