import { type ChangeEvent, nextChangeStatus } from '@huimin/domain/endorsement';
import type { Query } from '../../db/database.ts';
import { fail, type Reply } from '../../http/handler.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { type ChangeRow, moveChange, writeEvent } from './change-store.ts';

/** Undoes the transaction it is thrown in and is answered instead. */
export class Undone extends Error {
  readonly reply: Reply<never>;
  constructor(reply: Reply<never>) {
    super('a change was undone');
    this.reply = reply;
  }
}

/** Runs `work` in a transaction; what it refuses after it began to write is undone and answered. */
export async function decidedTogether<T>(
  deps: Pick<ChangeDependencies, 'database'>,
  work: (query: Query) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  try {
    return await deps.database.transaction(work);
  } catch (error) {
    if (error instanceof Undone) return error.reply;
    throw error;
  }
}

interface Move {
  readonly event: ChangeEvent;
  /** user, rules, operator:<name> */
  readonly byWhom: string;
  readonly note: string | null;
  /** The policyholder gets a message. */
  readonly isTold: boolean;
}

const SUBMITS: readonly ChangeEvent[] = ['HandedIn', 'DoneAtOnce'];
const DECIDES: readonly ChangeEvent[] = ['DoneAtOnce', 'Approved', 'Rejected', 'Withdrawn'];

/** Moves a change as the table allows and writes down who did it; false where the table does not. */
export async function moved(
  deps: Pick<ChangeDependencies, 'clock' | 'orderIds'>,
  query: Query,
  change: ChangeRow,
  { event, byWhom, note, isTold }: Move,
): Promise<boolean> {
  const to = nextChangeStatus(change.status, event);
  if (to === null) return false;
  const nowMs = deps.clock.now();
  const isSubmitted = SUBMITS.includes(event);
  await moveChange(query, change, { from: change.status, to, isSubmitted, isDecided: DECIDES.includes(event) }, nowMs);
  const id = deps.orderIds.next(change.shard);
  await writeEvent(
    query,
    change.shard,
    change.orderId,
    { id, changeId: change.id, event, byWhom, note, atMs: nowMs },
    isTold,
  );
  return true;
}

export const TOO_LATE = fail('order-state', '这份申请已经有了结果，请看最新状态');
