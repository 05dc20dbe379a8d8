// Every tool that the gateway serves, by name. A Map, so that no name finds what an object inherits.

import { searchAttachmentsTool } from './searchAttachments.ts';
import type { Tool } from './tool.ts';

export const tools: ReadonlyMap<string, Tool> = new Map([searchAttachmentsTool].map(tool => [tool.name, tool]));
