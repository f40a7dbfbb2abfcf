import type { Database, Query } from '../../apps/server/src/db/database.ts';
import type { GroupCommit } from '../../apps/server/src/db/group-commit.ts';
import type { Gate, Life, Turn } from './gate.ts';

/** Ends waiting for a lock: its holder waits at the gate and cannot let go of it. */
export const LOCK_TIMEOUT = 'lock_timeout=10ms';
const LOCK_NOT_AVAILABLE = '55P03';

/** One for each who waits: a shared one would keep all of them, and their servers, for good. */
const never = (): Promise<never> => new Promise(() => undefined);

/** A server's database with every statement, begin and commit at the gate; work that ran into a lock is done again. */
export function gatedDatabase(raw: Database, gate: Gate, life: Life): Database {
  const gated =
    (given: Query): Query =>
    (text, values) =>
      untilNoLock((afterLock) => gate.pass(life, label(text), () => given(text, values), { afterLock }));

  async function transactOnce<T>(work: (query: Query) => Promise<T>, afterLock: boolean): Promise<T> {
    let turn: Turn = await gate.turn(life, 'begin', { afterLock });
    const inside =
      (given: Query): Query =>
      (text, values) =>
        gate.pass(life, label(text), () => given(text, values), { inTransaction: true });
    try {
      const value = await raw.transaction(async (given) => {
        turn.end();
        try {
          const made = await work(inside(given));
          turn = await gate.turn(life, 'commit', { inTransaction: true });
          return made;
        } catch (error) {
          turn = await gate.turn(life, 'rollback', { cleanUp: true });
          throw error;
        }
      });
      gate.transactionEnded();
      turn.end();
      return life.dead ? never() : value;
    } catch (error) {
      // What gave way to a lock frees nobody; counting it would let two such chase each other for ever.
      if (!ranIntoLock(error)) gate.transactionEnded();
      turn.end();
      if (life.dead) return never();
      throw error;
    }
  }

  return {
    ...raw,
    query: gated(raw.query),
    queryByIndex: gated(raw.queryByIndex),
    transaction: (work) => untilNoLock((afterLock) => transactOnce(work, afterLock)),
  };
}

/** The order path's writes at the gate; what waits for the same kind may share a batch. */
export function gatedWrites(raw: GroupCommit, gate: Gate, life: Life): GroupCommit {
  return {
    ...raw,
    write: (kind, item) =>
      untilNoLock((afterLock) =>
        gate.pass(life, `write ${kind.name}`, () => raw.write(kind, item), { batch: kind.name, afterLock }),
      ),
  };
}

async function untilNoLock<T>(work: (afterLock: boolean) => Promise<T>): Promise<T> {
  for (let afterLock = false; ; afterLock = true) {
    try {
      return await work(afterLock);
    } catch (error) {
      if (!ranIntoLock(error)) throw error;
    }
  }
}

function ranIntoLock(error: unknown): boolean {
  return (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
}

function label(text: string): string {
  return text.trim().slice(0, 40);
}
