import type { Query } from '../db/database.ts';

/** A row with something to tell: a kind of news, and behind a space until when a replica is telling it. */
interface WithNews {
  readonly news: string | null;
}

/** A text message about how something went that was asked for. */
export interface ResultMessage {
  readonly editionCode: string;
  readonly outId: string;
  readonly phone: string;
  /** Whose account asked; where no account did, the phone's is told. */
  readonly account?: { readonly id: bigint; readonly shard: number };
  readonly result: string;
}

/** Answers false where it cannot be sent now. */
export type SendResult = (message: ResultMessage) => Promise<boolean>;

interface Telling<Row> {
  readonly nowMs: number;
  /** Changes what there is to tell; false where somebody else has changed it meanwhile. */
  change(row: Row, from: string, to: string | null): Promise<boolean>;
  /** False where it cannot be told now. */
  send(row: Row, kind: string): Promise<boolean>;
}

/** A replica that has ended in the middle is waited for so long; then another one tells. */
const LEASE_MS = 120_000;

/** Tells the news of rows, each by one replica only; answers how many were told. */
export async function tellOnce<Row extends WithNews>(
  rows: readonly Row[],
  telling: Telling<NoInfer<Row>>,
): Promise<number> {
  let told = 0;
  for (const row of rows) {
    const { news } = row;
    if (news === null) continue;
    const [kind = '', leaseUntil = '0'] = news.split(' ');
    if (Number(leaseUntil) > telling.nowMs) continue;
    const taken = `${kind} ${telling.nowMs + LEASE_MS}`;
    if (!(await telling.change(row, news, taken))) continue;
    const isTold = await telling.send(row, kind);
    await telling.change(row, taken, isTold ? null : kind);
    if (isTold) told += 1;
  }
  return told;
}

type TableWithNews =
  | 'claim_rechecks'
  | 'drug_applications'
  | 'health_service_times'
  | 'insured_consents'
  | 'mid_year_applications';

/** Changes what rows of a table have to tell, as `tellOnce` wants it. */
export function newsOf(query: Query, table: TableWithNews): Telling<{ shard: number; id: bigint }>['change'] {
  return async ({ shard, id }, from, to) => {
    const rows = await query(
      `update ${table} set news = $4 where shard = $1 and id = $2 and news = $3 returning 1 as changed`,
      [shard, id, from, to],
    );
    return rows.length === 1;
  };
}
