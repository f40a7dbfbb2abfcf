import type { FailureName, InputOf, OutputOf } from '@huimin/contract';
import type { AnyConsoleCall } from '@huimin/contract/console';
import type { Query } from '../../db/database.ts';
import type { FileReply, Reply, StreamedFile } from '../../http/handler.ts';
import type { StaffMember } from './account-store.ts';
import type { AuditNote } from './audit-log.ts';
import type { StaffSession } from './staff-sessions.ts';

/** What a handler of the console knows of who asks. */
export interface ConsoleRequest {
  /** At whatever step; null before the password. */
  readonly session: StaffSession | null;
  /** Who asks; only calls at the door have nobody. */
  readonly member: StaffMember;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Sets (or with null clears) the cookie of the answer. */
  setSessionToken(token: string | null): void;
  /**
   * Notes in the audit log what was done or looked at. With the query of a transaction it is written with the change, or
   * not at all. Before signing in, `by` says who it is.
   */
  note(note: AuditNote, query?: Query, by?: Pick<StaffMember, 'id'>): Promise<void>;
}

export type ConsoleHandler<C extends AnyConsoleCall> = (
  input: InputOf<C>,
  request: ConsoleRequest,
) => Promise<Reply<C['replyKind'] extends 'file' ? FileReply | StreamedFile : OutputOf<C>>>;

// biome-ignore lint/suspicious/noExplicitAny: a table of handlers of different calls
export type ConsoleHandlerTable = Record<string, ConsoleHandler<any>>;

/** Ends a transaction without writing anything, with what the call answers instead. */
export class NotPossible extends Error {
  readonly failure: FailureName;
  constructor(failure: FailureName, message: string) {
    super(message);
    this.failure = failure;
  }
}
