import type { SettlementRow } from '@huimin/domain/reconciliation';
import type { Query } from '../../db/database.ts';

export interface StoredSettlement {
  readonly id: number;
  readonly provider: string;
  readonly day: string;
  readonly gross_fen: bigint;
  readonly fee_fen: bigint;
  readonly net_fen: bigint;
  readonly arrived_on: string;
  readonly reference: string;
  readonly taken_by: string;
}

const COLUMNS = 'id, provider, day, gross_fen, fee_fen, net_fen, arrived_on, reference, taken_by';

/** What came of one bill day, provider by provider, in the order in which it came. */
export function settlementsOfDay(query: Query, day: string): Promise<StoredSettlement[]> {
  return query<StoredSettlement>(
    `select ${COLUMNS} from settlements where day = $1 order by provider, arrived_on, reference`,
    [day],
  );
}

/** What is there of these transfers, by the bank's number. */
export async function settlementsNamed(
  query: Query,
  references: readonly string[],
): Promise<ReadonlyMap<string, StoredSettlement>> {
  const rows = await query<StoredSettlement>(`select ${COLUMNS} from settlements where reference = any($1)`, [
    references,
  ]);
  return new Map(rows.map((row) => [row.reference, row]));
}

/** Whether a line says nothing that is not known. */
export const saysTheSame = (kept: StoredSettlement, row: SettlementRow): boolean =>
  kept.provider === row.provider &&
  kept.day === row.day &&
  kept.arrived_on === row.arrivedOn &&
  Number(kept.gross_fen) === row.grossFen &&
  Number(kept.fee_fen) === row.feeFen;

/** Puts transfers down; one that is there is what the later statement says. */
export async function putSettlements(
  query: Query,
  rows: readonly SettlementRow[],
  by: string,
  nowMs: number,
): Promise<void> {
  const column = <Name extends keyof SettlementRow>(name: Name) => rows.map((row) => row[name]);
  await query(
    `insert into settlements (provider, day, gross_fen, fee_fen, net_fen, arrived_on, reference, taken_by, taken_at)
     select r.provider, r.day, r.gross, r.fee, r.net, r.arrived, r.reference, $8, $9
     from unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[], $6::date[], $7::text[])
       as r(provider, day, gross, fee, net, arrived, reference)
     on conflict (reference) do update set provider = excluded.provider, day = excluded.day, gross_fen = excluded.gross_fen,
       fee_fen = excluded.fee_fen, net_fen = excluded.net_fen, arrived_on = excluded.arrived_on,
       taken_by = excluded.taken_by, taken_at = excluded.taken_at`,
    [
      ...[column('provider'), column('day'), column('grossFen'), column('feeFen'), column('netFen')],
      ...[column('arrivedOn'), column('reference'), by, new Date(nowMs)],
    ],
  );
}
