import { createHash } from 'node:crypto';
import { createTestClock, freshDatabase, type TestClock } from '@huimin/testing';
import type { Core } from '../../../core.ts';
import { openDatabase } from '../../../db/database.ts';
import { createGroupCommit } from '../../../db/group-commit.ts';
import type { Random } from '../../../ports/outside.ts';
import { createOrderIds } from '../../../security/order-ids.ts';
import { createPublicNumbers } from '../../../security/public-numbers.ts';
import { createBlindIndex, createVault } from '../../../security/vault.ts';

export interface TestCore {
  readonly core: Core;
  readonly clock: TestClock;
  /** Everything that was logged, as one text. */
  logged(): string;
  /** Another replica: the same database and keys, a memory of its own. */
  replica(): Core;
  close(): Promise<void>;
}

/** A core on a database of its own, with a clock that stands still and a repeatable random. */
export async function createTestCore(): Promise<TestCore> {
  const fresh = await freshDatabase();
  const clock = createTestClock();
  const random = createTestRandom();
  const lines: string[] = [];
  const write = (fields: object, message: string): void => void lines.push(JSON.stringify({ ...fields, message }));
  const database = openDatabase({ url: fresh.url, refuseSecondConnection: true });
  const groupCommit = createGroupCommit({ openConnection: database.openWriteConnection });
  const parts = {
    clock,
    random,
    log: { info: write, warn: write, error: write },
    vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }], random.bytes),
    index: createBlindIndex(Buffer.alloc(32, 9)),
    numbers: createPublicNumbers(Buffer.alloc(16, 5)),
  };
  const replica = (): Core => ({ ...parts, database, groupCommit, orderIds: createOrderIds(clock, 1) });
  return {
    core: replica(),
    clock,
    logged: () => lines.join('\n'),
    replica,
    async close() {
      await groupCommit.close();
      await database.close();
      await fresh.drop();
    },
  };
}

/** The same bytes in every run. */
function createTestRandom(): Random {
  let count = 0;
  const bytes = (size: number): Buffer => {
    const blocks: Buffer[] = [];
    for (let made = 0; made < size; made += 32) blocks.push(createHash('sha256').update(`seed ${count++}`).digest());
    return Buffer.concat(blocks).subarray(0, size);
  };
  return { bytes, below: (below) => Number(bytes(6).readUIntBE(0, 6) % below) };
}
