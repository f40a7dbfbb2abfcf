import { nextMessageMs } from '@huimin/domain/text-message';
import { type ContractEvent, type ContractStatus, nextContractStatus } from '@huimin/domain/withholding';
import type { Database, Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import { positionId } from '../../security/order-ids.ts';
import { planMessages } from './message-store.ts';
import { wakeRuns } from './run-store.ts';

export interface ContractRow {
  shard: number;
  id: bigint;
  order_id: bigint;
  user_id: bigint;
  contract_code: string;
  contract_id: string | null;
  status: ContractStatus;
  edition_code: string;
  plan_code: string;
  /** Whose people are insured again: its first order, later the one it has paid for last. */
  cover_order_id: bigint;
  insured_ids: string[];
  limit_fen: number;
  open_id_sealed: Buffer;
  created_at: number;
  signed_at: number | null;
  end_requested_at: number | null;
  end_requested_by: 'user' | 'merchant' | null;
  ask_count: number;
}

const COLUMNS = `shard, id, order_id, user_id, contract_code, contract_id, status, edition_code,
  plan_code, cover_order_id, insured_ids::text[] as insured_ids, limit_fen, open_id_sealed, created_at, signed_at, end_requested_at,
  end_requested_by, ask_count`;

/** Ids leave four bits for the number; 0 is never given. */
const MAX_CONTRACTS = 15;

/** Signed with the order, or going on from it. Newest first. */
export async function contractsOfOrder(query: Query, shard: number, orderId: bigint): Promise<ContractRow[]> {
  return query<ContractRow>(
    `select ${COLUMNS} from withholding_contracts where shard = $1 and (order_id = $2 or cover_order_id = $2)
     order by id desc`,
    [shard, orderId],
  );
}

/** Newest first; as many as anybody can look at. */
export async function contractsOfUser(
  query: Query,
  user: { readonly shard: number; readonly id: bigint },
): Promise<ContractRow[]> {
  return query<ContractRow>(
    `select ${COLUMNS} from withholding_contracts where shard = $1 and user_id = $2 order by id desc limit 100`,
    [user.shard, user.id],
  );
}

export async function contractById(query: Query, shard: number, id: bigint): Promise<ContractRow | null> {
  const rows = await query<ContractRow>(`select ${COLUMNS} from withholding_contracts where shard = $1 and id = $2`, [
    shard,
    id,
  ]);
  return rows[0] ?? null;
}

export interface NewContract {
  readonly shard: number;
  readonly orderId: bigint;
  readonly userId: bigint;
  readonly planId: string;
  readonly contractCode: (number: number) => string;
  readonly editionCode: string;
  readonly planCode: string;
  readonly insuredIds: readonly bigint[];
  readonly limitFen: number;
  readonly openIdSealed: Buffer;
  readonly consent: { readonly version: number; readonly hash: Buffer };
  readonly nowMs: number;
  readonly firstAskAtMs: number;
}

/**
 * Writes the intent to sign. The order's row is locked for the moment of it, so that two tabs get one contract; one that
 * `isReusable` is gone on with. Null: too many were begun.
 */
export function openContract(
  database: Database,
  given: NewContract,
  isReusable: (contract: ContractRow) => boolean,
): Promise<ContractRow | null> {
  return database.transaction(async (query) => {
    await query('select 1 from orders where shard = $1 and id = $2 for update', [given.shard, given.orderId]);
    const before = await contractsOfOrder(query, given.shard, given.orderId);
    const same = before.find(isReusable);
    if (same) return same;
    const number = before.length + 1;
    if (number > MAX_CONTRACTS) return null;
    const now = new Date(given.nowMs);
    const id = positionId(given.orderId, number);
    const rows = await query<ContractRow>(
      `insert into withholding_contracts (shard, id, order_id, user_id, provider, contract_code, plan_id, status,
         edition_code, plan_code, cover_order_id, insured_ids, limit_fen, open_id_sealed, consent_version, consent_hash,
         consent_at, created_at, next_ask_at)
       values ($1, $2, $3, $4, 'wechat-pay', $5, $6, 'SIGNING', $7, $8, $3, $9::bigint[], $10, $11, $12, $13, $14, $14,
         $15)
       returning ${COLUMNS}`,
      [
        given.shard,
        id,
        given.orderId,
        given.userId,
        given.contractCode(number),
        given.planId,
        given.editionCode,
        given.planCode,
        given.insuredIds,
        given.limitFen,
        given.openIdSealed,
        given.consent.version,
        given.consent.hash,
        now,
        new Date(given.firstAskAtMs),
      ],
    );
    await note(query, given.shard, id, { event: 'Agreed', by: 'user', atMs: given.nowMs });
    return rows[0] as ContractRow;
  });
}

export interface ContractFacts {
  readonly by: 'user' | 'merchant' | 'provider';
  readonly atMs: number;
  /** Absent: as planned before. */
  readonly nextAskAtMs?: number | null;
  readonly contractId?: string;
  readonly openIdSealed?: Buffer;
  readonly expiresAtMs?: number | null;
  readonly amountFen?: number;
  /** Said beside the event. */
  readonly note?: string;
  /** The order that was paid for by the contract just now; the next year goes on from it. */
  readonly cover?: {
    readonly orderId: bigint;
    readonly editionCode: string;
    readonly insuredIds: readonly bigint[];
  };
}

/** Moves a contract on by the domain's table, and notes it; false when the event is not allowed (any more). */
export function moveContract(
  database: Database,
  contract: Pick<ContractRow, 'shard' | 'id'>,
  event: ContractEvent,
  facts: ContractFacts,
): Promise<boolean> {
  return database.transaction((query) => moveContractIn(query, contract, event, facts));
}

/** The same inside the caller's transaction. Without a given next question the one that is planned stays. */
export async function moveContractIn(
  query: Query,
  { shard, id }: Pick<ContractRow, 'shard' | 'id'>,
  event: ContractEvent,
  facts: ContractFacts,
): Promise<boolean> {
  const row = await lockContract(query, shard, id);
  const status = row ? nextContractStatus(row.status, event) : null;
  if (!row || status === null) return false;
  const { cover, nextAskAtMs } = facts;
  await query(
    `update withholding_contracts set status = $3, lease_until = null,
       next_ask_at = case when $9::boolean then next_ask_at else $4::timestamptz end,
       contract_id = coalesce($5, contract_id), open_id_sealed = coalesce($6, open_id_sealed),
       signed_at = case when $10 = 'Signed' then $7::timestamptz else signed_at end,
       expires_at = coalesce($8::timestamptz, expires_at),
       ended_at = case when $3 like 'ENDED%' then $7::timestamptz else ended_at end,
       cover_order_id = coalesce($11::bigint, cover_order_id), edition_code = coalesce($12, edition_code),
       insured_ids = coalesce($13::bigint[], insured_ids)
     where shard = $1 and id = $2`,
    [
      shard,
      id,
      status,
      nextAskAtMs === null || nextAskAtMs === undefined ? null : new Date(nextAskAtMs),
      facts.contractId ?? null,
      facts.openIdSealed ?? null,
      new Date(facts.atMs),
      facts.expiresAtMs ? new Date(facts.expiresAtMs) : null,
      nextAskAtMs === undefined,
      event,
      cover?.orderId ?? null,
      cover?.editionCode ?? null,
      cover?.insuredIds ?? null,
    ],
  );
  await note(query, shard, id, { event, ...facts });
  if (status.startsWith('ENDED')) await afterEnd(query, row, facts.atMs);
  return true;
}

/** The contract as it is, and as it stays until the transaction ends. */
export async function lockContract(query: Query, shard: number, id: bigint): Promise<ContractRow | null> {
  const rows = await query<ContractRow>(
    `select ${COLUMNS} from withholding_contracts where shard = $1 and id = $2 for update`,
    [shard, id],
  );
  return rows[0] ?? null;
}

/** Whoever had one that stood is told that it ended; what was planned by it stops. */
async function afterEnd(query: Query, contract: ContractRow, atMs: number): Promise<void> {
  await wakeRuns(query, contract, atMs);
  if (contract.signed_at === null) return;
  await planMessages(query, contract, '', [{ kind: 'closed', sendAtMs: nextMessageMs(atMs) }]);
}

const STANDING_OR_SIGNING = `status in ('SIGNING', 'SIGNED', 'BOOKED', 'CHARGED', 'CHARGE_FAILED', 'PAUSED')`;

/**
 * Writes the intent to end the contracts of an order, or one of them: from now on nothing is charged by them, whatever
 * the provider says next. A first intent stays. Belongs to the caller's transaction where there is one.
 */
export async function requestEnd(
  query: Query,
  which: { readonly shard: number; readonly orderId: bigint; readonly id?: bigint },
  by: 'user' | 'merchant',
  nowMs: number,
): Promise<void> {
  const rows = await query<{ id: bigint }>(
    `update withholding_contracts set end_requested_at = $4, end_requested_by = $5, next_ask_at = $4
     where shard = $1 and (order_id = $2 or cover_order_id = $2) and ($3::bigint is null or id = $3)
       and end_requested_at is null
       and ${STANDING_OR_SIGNING} returning id`,
    [which.shard, which.orderId, which.id ?? null, new Date(nowMs), by],
  );
  for (const { id } of rows) {
    await note(query, which.shard, id, { event: 'EndRequested', by, atMs: nowMs });
    await wakeRuns(query, { shard: which.shard, id }, nowMs);
  }
}

type OpenContract = { readonly shard: number; readonly orderId: bigint; readonly id: bigint };

/** An account's contracts by which money may still be taken. */
export async function openContractsOf(query: Query, user: { shard: number; id: bigint }): Promise<OpenContract[]> {
  return query<OpenContract>(
    `select shard, order_id as "orderId", id from withholding_contracts
     where shard = $1 and user_id = $2 and end_requested_at is null and ${STANDING_OR_SIGNING} order by id`,
    [user.shard, user.id],
  );
}

/** Contracts that stand, go on from this edition, and have nothing planned yet for any of the next year's editions; without those of some plans. */
export async function contractsWithoutRun(
  query: Query,
  coverEdition: string,
  nextEditions: readonly string[],
  withoutPlans: readonly string[],
  limit: number,
): Promise<ContractRow[]> {
  return query<ContractRow>(
    `select ${COLUMNS} from withholding_contracts c
     where c.edition_code = $1 and status in ('SIGNED', 'CHARGED', 'CHARGE_FAILED', 'PAUSED') and end_requested_at is null
       and contract_id is not null
       and not exists (select 1 from withholding_runs r
         where r.shard = c.shard and r.contract_id = c.id and r.edition_code = any($2))
       and plan_code <> all($3)
     limit $4`,
    [coverEdition, nextEditions, withoutPlans, limit],
  );
}

/** The payer has agreed to this amount. */
export async function raiseLimit(query: Query, contract: ContractRow, amountFen: number): Promise<void> {
  await query('update withholding_contracts set limit_fen = greatest(limit_fen, $3) where shard = $1 and id = $2', [
    contract.shard,
    contract.id,
    amountFen,
  ]);
}

export async function planAsk(
  query: Query,
  { shard, id }: Pick<ContractRow, 'shard' | 'id'>,
  nextAskAtMs: number | null,
): Promise<void> {
  await query(
    `update withholding_contracts set next_ask_at = $3, ask_count = ask_count + 1, lease_until = null
     where shard = $1 and id = $2`,
    [shard, id, nextAskAtMs === null ? null : new Date(nextAskAtMs)],
  );
}

/** Takes contracts whose next question is due; each for one server only, until the lease ends. */
export async function leaseContracts(
  query: Query,
  nowMs: number,
  leaseMs: number,
  limit: number,
): Promise<ContractRow[]> {
  return query<ContractRow>(
    `with due as materialized (
       select shard, id from withholding_contracts
       where next_ask_at <= $1 and (lease_until is null or lease_until < $1) order by next_ask_at limit $3
     )
     update withholding_contracts set lease_until = $2
     where ${amongDue('next_ask_at <= $1 and (lease_until is null or lease_until < $1)')}
     returning ${COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  );
}

/** What happened to a contract besides its moves: `Agreed` to the text, `EndRequested`, and to the years paid by it. */
export type NotedEvent = ContractEvent | 'Agreed' | 'EndRequested' | 'YearConfirmed' | 'YearSkipped' | 'YearEnded';

export interface EventRow {
  contract_id: bigint;
  seq: number;
  event: NotedEvent;
  by_whom: 'user' | 'merchant' | 'provider';
  amount_fen: number | null;
  note: string | null;
  at: number;
}

/** Newest first. */
export async function eventsOf(query: Query, shard: number, contractIds: readonly bigint[]): Promise<EventRow[]> {
  if (contractIds.length === 0) return [];
  return query<EventRow>(
    `select contract_id, seq, event, by_whom, amount_fen, note, at from withholding_events
     where shard = $1 and contract_id = any($2) order by contract_id desc, seq desc`,
    [shard, contractIds],
  );
}

export async function note(
  query: Query,
  shard: number,
  contractId: bigint,
  what: Pick<ContractFacts, 'atMs' | 'amountFen' | 'note'> & { readonly event: NotedEvent; readonly by: string },
): Promise<void> {
  await query(
    `insert into withholding_events (shard, contract_id, seq, event, by_whom, at, amount_fen, note)
     select $1::smallint, $2::bigint, coalesce(max(seq), 0) + 1, $3, $4, $5, $6::integer, $7 from withholding_events
     where shard = $1 and contract_id = $2`,
    [shard, contractId, what.event, what.by, new Date(what.atMs), what.amountFen ?? null, what.note ?? null],
  );
}
