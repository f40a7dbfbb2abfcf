import { openDatabase, PINNED_PLANS } from '../apps/server/src/db/database.ts';
import type { WriteKind } from '../apps/server/src/db/group-commit.ts';
import { RowArray } from '../apps/server/src/db/row-array.ts';
import { saveOrders } from '../apps/server/src/features/order/order-store.ts';
import { markPaid } from '../apps/server/src/features/payment/mark-paid.ts';
import { createOrderIds } from '../apps/server/src/security/order-ids.ts';
import { boundInBinary, openRawConnection, type RawConnection } from './raw-connection.ts';
import { order, purchase, type SavedOrder, writeAttempts } from './storage-rows.ts';

/**
 * The product's own A and B, one purchase a statement, as bytes that stand ready and are sent by clients that do next to
 * nothing. What PostgreSQL takes for these statements is so told apart from what the product takes to send them.
 *
 * @param purchases how many are saved and then paid
 * @returns purchases a second
 */
export async function takeOwnStatements(url: string, callers: number, purchases: number): Promise<number> {
  const database = openDatabase({ url });
  const ids = createOrderIds({ now: () => Date.now() }, 41);
  const saved: SavedOrder[] = Array.from({ length: purchases }, () => {
    const shard = Math.floor(Math.random() * 256);
    return { shard, id: ids.next(shard) };
  });
  const connections = await Promise.all(Array.from({ length: callers }, () => openRawConnection(url, PINNED_PLANS)));
  const seconds = async <Item>(kind: WriteKind<Item, boolean>, items: readonly Item[]): Promise<number> => {
    const ready = await Promise.all(items.map((item) => captured(kind, item)));
    const statement = ready[0] as Captured;
    for (const connection of connections) await connection.prepare(kind.name, statement.text);
    const oids = await typeNumbers(statement);
    const bytes = ready.map(({ values }) =>
      boundInBinary(
        kind.name,
        values.map((value) => inBinary(value, oids)),
      ),
    );
    let next = 0;
    const startedAt = performance.now();
    const send = async (connection: RawConnection): Promise<void> => {
      for (let one = bytes[next++]; one; one = bytes[next++]) await connection.runReady(one);
    };
    await Promise.all(connections.map(send));
    return (performance.now() - startedAt) / 1000;
  };
  const typeNumbers = async ({ values }: Captured): Promise<Map<string, number>> => {
    const names = values.flatMap((value) => (value instanceof RowArray ? [value.type] : []));
    const rows = await database.query<{ name: string; oid: bigint }>(
      'select name, name::regtype::oid::bigint as oid from unnest($1::text[]) as name',
      [names],
    );
    return new Map(rows.map(({ name, oid }) => [name, Number(oid)]));
  };

  const savingSeconds = await seconds(
    saveOrders(false),
    saved.map(({ id, shard }) => order(id, shard)),
  );
  await writeAttempts(database.query, saved);
  const payingSeconds = await seconds(
    markPaid(false),
    saved.map(({ id, shard }) => purchase(id, shard)),
  );
  await Promise.all(connections.map((connection) => connection.close()));
  await database.close();
  return purchases / (savingSeconds + payingSeconds);
}

interface Captured {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The one statement by which a kind of work flushes an item. */
async function captured<Item>(kind: WriteKind<Item, boolean>, item: Item): Promise<Captured> {
  let statement: Captured = { text: '', values: [] };
  await kind.flush(
    async (text, values = []) => {
      statement = { text, values };
      return [];
    },
    [item],
  );
  return statement;
}

function inBinary(value: unknown, oids: ReadonlyMap<string, number>): Buffer {
  if (value instanceof RowArray) return value.bytesFor(oids.get(value.type) as number);
  if (Buffer.isBuffer(value)) return value;
  throw new Error('a parameter of the order path is not in its binary form');
}
