import type { TSchema } from 'typebox';
import { type CallDefinition, defineCall } from '../define-call.ts';
import type { StaffPermission } from '../vocabulary/index.ts';

/**
 * Who may make a call of the console: `door` before signing in, `self` everybody who is signed in, otherwise whoever has one
 * of these permissions.
 */
type StaffAccess = 'door' | 'self' | readonly StaffPermission[];

/** What the audit log has to say of a call: nothing, that somebody's data was looked at, or that something was changed. */
type Noted = 'nothing' | 'view' | 'change';

/** A call of the operators' console: one of the contract's, with who may make it and what is noted of it. */
export interface ConsoleCall<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Name extends string = string,
> extends CallDefinition<Input, Output, Name> {
  readonly staff: StaffAccess;
  /** What it is called in the audit log and on the pages. */
  readonly title: string;
  readonly noted: Noted;
}

type Given<I extends TSchema, O extends TSchema, N extends string> = Pick<
  ConsoleCall<I, O, N>,
  'name' | 'topic' | 'method' | 'path' | 'summary' | 'input' | 'output' | 'staff' | 'title' | 'noted'
> &
  Partial<Pick<ConsoleCall, 'errors' | 'replyKind' | 'bodyLimitBytes'>>;

/** Where all of them lie, below the base path. */
const CONSOLE_CALLS_PATH = '/console/api/v1';

/** @param given its path is the part after `/console/api/v1` */
export function defineConsoleCall<const N extends string, I extends TSchema, O extends TSchema>(
  given: Given<I, O, N>,
): ConsoleCall<I, O, N> {
  const { staff, title, noted, ...call } = given;
  const path = `${CONSOLE_CALLS_PATH}${call.path}`;
  return { ...defineCall({ ...call, path, specified: false, overlay: false }), staff, title, noted };
}

// biome-ignore lint/suspicious/noExplicitAny: variance of TSchema parameters
export type AnyConsoleCall = ConsoleCall<any, any, string>;
