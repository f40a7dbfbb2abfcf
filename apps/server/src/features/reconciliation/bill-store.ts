import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { BillRow } from '../../ports/payment-provider.ts';
import { shardOfOrder } from '../../security/order-ids.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);
const LINES_PER_STATEMENT = 5_000;
const PURPOSE = 'bill';

export interface FetchedBill {
  readonly provider: string;
  readonly day: string;
  /** SHA-1 of the file, hex. */
  readonly sha1: string;
  readonly text: string;
  readonly rows: readonly BillRow[];
}

export interface StoredBill {
  readonly version: number;
  readonly sha1: string;
}

export async function latestBill(query: Query, provider: string, day: string): Promise<StoredBill | null> {
  const rows = await query<StoredBill>(
    'select version, sha1 from bills where provider = $1 and day = $2 order by version desc limit 1',
    [provider, day],
  );
  return rows[0] ?? null;
}

const INSERT_LINES = `
insert into bill_lines (shard, provider, day, version, line, order_id, kind, merchant_order_no, provider_txn, refund_no,
  amount_fen, at, settled)
select shard, $1, $2, $3, line, order_id, kind, merchant_order_no, provider_txn, refund_no, amount_fen, at, settled
from unnest($4::smallint[], $5::integer[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::integer[],
  $12::timestamptz[], $13::boolean[])
  as l(shard, line, order_id, kind, merchant_order_no, provider_txn, refund_no, amount_fen, at, settled)`;

/**
 * Keeps a bill as it came and its lines to compare with. The content that is stored already is not stored again, also
 * where two fetch it at once; another one becomes the next version. Answers the version.
 */
export async function storeBill(core: Core, bill: FetchedBill): Promise<number> {
  const packed = await pack(bill.text);
  const sealed = core.vault.seal(PURPOSE, packed.toString('base64'));
  for (;;) {
    const known = await latestBill(core.database.query, bill.provider, bill.day);
    if (known?.sha1 === bill.sha1) return known.version;
    const version = (known?.version ?? 0) + 1;
    if (await storeVersion(core, bill, version, sealed)) return version;
  }
}

/** Answers false where another stored that version meanwhile. */
async function storeVersion(core: Core, bill: FetchedBill, version: number, sealed: Buffer): Promise<boolean> {
  return core.database.transaction(async (query) => {
    const stored = await query(
      `insert into bills (provider, day, version, sha1, size_bytes, text_sealed, fetched_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict do nothing returning version`,
      [bill.provider, bill.day, version, bill.sha1, Buffer.byteLength(bill.text), sealed, new Date(core.clock.now())],
    );
    if (stored.length === 0) return false;
    for (let from = 0; from < bill.rows.length; from += LINES_PER_STATEMENT) {
      const lines = bill.rows.slice(from, from + LINES_PER_STATEMENT);
      const orderIds = lines.map(({ merchantOrderNo, refundNo }) => orderIdOf(core, merchantOrderNo, refundNo));
      await query(INSERT_LINES, [
        bill.provider,
        bill.day,
        version,
        orderIds.map((orderId) => (orderId === null ? 0 : shardOfOrder(orderId))),
        lines.map((_, index) => from + index + 1),
        orderIds,
        lines.map((line) => line.kind),
        lines.map((line) => line.merchantOrderNo),
        lines.map((line) => line.providerTxn),
        lines.map((line) => line.refundNo),
        lines.map((line) => line.amountFen),
        lines.map((line) => new Date(line.atMs)),
        lines.map((line) => line.settled),
      ]);
    }
    return true;
  });
}

/** A refund's number tells its order too, where the bill does not name that. */
function orderIdOf({ numbers }: Core, merchantOrderNo: string, refundNo: string | null): bigint | null {
  return numbers.attemptOf(merchantOrderNo)?.orderId ?? numbers.orderOfRefund(refundNo ?? '');
}

/** The text of a stored bill as it came, or null when there is no such version. */
export async function billText(core: Core, provider: string, day: string, version: number): Promise<string | null> {
  const [row] = await core.database.query<{ text_sealed: Buffer }>(
    'select text_sealed from bills where provider = $1 and day = $2 and version = $3',
    [provider, day, version],
  );
  if (!row) return null;
  return (await unpack(Buffer.from(core.vault.open(PURPOSE, row.text_sealed), 'base64'))).toString('utf8');
}
