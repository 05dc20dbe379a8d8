// What a tool is, and what every tool is handed. Knows no MCP and no transport: the gateway wraps.

import type { Archive } from '../archive/archive.ts';
import type { Cost } from '../archive/ports.ts';
import type { CursorKeys } from '../search/cursor.ts';
import type { SearchStep } from '../search/searchAttachments.ts';
import type { Caller } from './caller.ts';
import type { CharacterLimits } from './characterBudget.ts';
import type { ObjectSchema } from './jsonSchema.ts';

/** What a deployment hands to all its calls. */
export interface ToolEnvironment {
  readonly archive: Archive;
  readonly cursorKeys: CursorKeys;
  /** IANA name of the zone whose calendar days bare dates mean. */
  readonly timeZone: string;
  /** Ids of all accounts that are served, whoever calls. */
  readonly servedAccounts: () => Promise<readonly string[]>;
  /** Postings and milliseconds one call may spend; limits.ts where left out. */
  readonly budget?: { readonly rows: number; readonly milliseconds: number };
  /** Starts to index all files anew, for who may ask for it. Nothing is lost where it is started twice. */
  readonly rebuildFiles?: () => Promise<void>;
  /** Characters of bodies one call may return; limits.ts where left out. */
  readonly characters?: CharacterLimits;
}

export interface ToolContext extends ToolEnvironment {
  readonly caller: Caller;
  /** Told how names are looked for: it names what was asked, so no gateway has it. */
  readonly watch?: (step: SearchStep) => void;
}

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Of a tool that reads the archive and changes nothing. */
export const readOnly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export interface ToolAnswer<Result extends object> {
  /** Validates against the tool's output schema. */
  readonly result: Result;
  /** Items in the result, for the log. */
  readonly items: number;
  /** What reading it cost, for the log. */
  readonly cost: Cost;
  /** Why a part of the answer is missing, for the log. */
  readonly trouble?: unknown;
}

export interface Tool<Result extends object = object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
  /**
   * Checks the arguments as they were sent, then answers.
   * @throws MailglobError for every refusal and every failure a client may know of.
   */
  readonly call: (context: ToolContext, sent: Readonly<Record<string, unknown>>) => Promise<ToolAnswer<Result>>;
}
