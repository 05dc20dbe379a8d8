// One call of a tool: runs it, turns what came of it into an MCP result, and writes its one log line.

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Cost } from '../archive/ports.ts';
import { type ErrorCode, MailglobError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type ErrorTrace, type Log, traceError } from '../log.ts';
import type { Caller } from '../tools/caller.ts';
import type { Tool, ToolEnvironment } from '../tools/tool.ts';
import { DeadlinePassed, within } from './within.ts';

/** What stands in the log for a name that no tool has. */
const unknownToolName = '(unknown)';

/** What is put together once and serves every request of a process. */
export interface Service {
  /** Version of the program, as clients are told. */
  readonly version: string;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly environment: ToolEnvironment;
  readonly log: Log;
  /** After which a call is given up; limits.ts where left out. */
  readonly callMilliseconds?: number;
}

/** The line of one call. */
interface CallEntry {
  readonly event: 'call';
  readonly tool: string;
  readonly outcome: 'answered' | 'refused' | 'failed' | 'unknownTool';
  readonly code: ErrorCode | null;
  readonly milliseconds: number;
  readonly items: number;
  readonly requestId: string;
  readonly cost: Cost | null;
  readonly error?: ErrorTrace;
}

const refused = (code: ErrorCode, sentence: string): CallToolResult => ({
  content: [{ type: 'text', text: `mailglob error ${code}: ${sentence}` }],
  isError: true,
});

/**
 * Calls a tool for a caller. null where there is no tool of that name. Never throws: a failure that no tool diagnosed
 * is 54001, and all that a client learns of it is the id under which the log has the rest.
 */
export async function callTool(
  { tools, environment, log, callMilliseconds = limits.callMilliseconds.value }: Service,
  caller: Caller,
  requestId: string,
  name: string,
  sent: Readonly<Record<string, unknown>>,
): Promise<CallToolResult | null> {
  const began = performance.now();
  const write = (entry: Pick<CallEntry, 'tool' | 'outcome' | 'code' | 'items' | 'cost' | 'error'>) => {
    const milliseconds = Math.round(performance.now() - began);
    log({ event: 'call', ...entry, milliseconds, requestId } satisfies CallEntry);
  };
  const tool = tools.get(name);
  if (tool === undefined) {
    write({ tool: unknownToolName, outcome: 'unknownTool', code: null, items: 0, cost: null });
    return null;
  }
  try {
    const { result, items, cost, trouble } = await within(
      callMilliseconds,
      tool.call({ ...environment, caller }, sent),
    );
    const answer: CallToolResult = {
      content: [{ type: 'text', text: JSON.stringify(result) }],
      structuredContent: { ...result },
    };
    const trace = trouble === undefined ? {} : { error: traceError(trouble) };
    write({ tool: tool.name, outcome: 'answered', code: null, items, cost, ...trace });
    return answer;
  } catch (error) {
    if (error instanceof MailglobError && error.code !== 54001) {
      const trace = error.cause === undefined ? {} : { error: traceError(error) };
      write({ tool: tool.name, outcome: 'refused', code: error.code, items: 0, cost: null, ...trace });
      return refused(error.code, error.message);
    }
    write({ tool: tool.name, outcome: 'failed', code: 54001, items: 0, cost: null, error: traceError(error) });
    const said = error instanceof DeadlinePassed ? 'the call took too long and was given up' : 'the call failed';
    return refused(54001, `${said}; the log of the server says why under request ${requestId}.`);
  }
}
