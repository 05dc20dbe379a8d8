// The sub-commands by name, each loaded only when it is asked for.

import type { Command } from 'commander';

export interface SubCommand {
  readonly name: string;
  readonly summary: string;
  /** Gives the function that adds arguments, options, help and action. */
  readonly load: () => Promise<(command: Command) => void>;
}

export const subCommands: readonly SubCommand[] = [
  {
    name: 'serve',
    summary: 'serve MCP over HTTP on this machine',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'stdio',
    summary: 'serve MCP over standard input and output',
    load: async () => (await import('./commands/stdio.ts')).stdioCommand,
  },
  {
    name: 'import',
    summary: 'take mail from files, directories and archives into an account',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'inspect',
    summary: 'show what the archive would make of a mail, storing nothing',
    load: async () => (await import('./commands/inspect.ts')).inspectCommand,
  },
  {
    name: 'extract',
    summary: 'show what search_files would index of a document, storing nothing',
    load: async () => (await import('./commands/extract.ts')).extractCommand,
  },
  {
    name: 'search',
    summary: 'find attachments by file name',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  {
    name: 'status',
    summary: 'show what the archive holds',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'rebuild',
    summary: 'make every row again from the raw mails',
    load: async () => (await import('./commands/rebuild.ts')).rebuildCommand,
  },
  {
    name: 'remove',
    summary: 'remove messages with all their rows and bytes',
    load: async () => (await import('./commands/remove.ts')).removeCommand,
  },
  {
    name: 'verify',
    summary: 'check that rows and raw mails agree',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  {
    name: 'key',
    summary: 'make, list and revoke API keys',
    load: async () => (await import('./commands/key.ts')).keyCommand,
  },
  {
    name: 'start',
    summary: 'import the sample mails, then serve them',
    load: async () => (await import('./commands/start.ts')).startCommand,
  },
];
