import type { Query } from '../../../db/database.ts';

export type PermissionState = 'ASKED' | 'GRANTED' | 'DECLINED';

export interface PermissionRow {
  shard: number;
  id: bigint;
  order_id: bigint;
  state: PermissionState;
  ask_sealed: Buffer;
  asked_at: number;
  permission_sealed: Buffer | null;
  expires_at: number | null;
}

const COLUMNS = 'shard, id, order_id, state, ask_sealed, asked_at, permission_sealed, expires_at';

type OrderKey = { readonly shard: number; readonly id: bigint };

/** Notes that the payer agreed to these words; the first time counts. */
export async function recordConsent(query: Query, order: OrderKey, wording: number, nowMs: number): Promise<void> {
  await query(
    `insert into medical_consents (shard, order_id, wording, consented_at) values ($1, $2, $3, $4)
     on conflict (shard, order_id) do nothing`,
    [order.shard, order.id, wording, new Date(nowMs)],
  );
}

export async function hasConsent(query: Query, order: OrderKey): Promise<boolean> {
  const rows = await query('select 1 from medical_consents where shard = $1 and order_id = $2', [
    order.shard,
    order.id,
  ]);
  return rows.length > 0;
}

/** Writes the intent to ask, before the bureau is asked. */
export async function askPermission(
  query: Query,
  ask: { readonly order: OrderKey; readonly id: bigint; readonly askSealed: Buffer; readonly nowMs: number },
): Promise<void> {
  await query(
    `insert into medical_permissions (shard, id, order_id, state, ask_sealed, asked_at)
     values ($1, $2, $3, 'ASKED', $4, $5)`,
    [ask.order.shard, ask.id, ask.order.id, ask.askSealed, new Date(ask.nowMs)],
  );
}

export async function permissionById(query: Query, shard: number, id: bigint): Promise<PermissionRow | null> {
  const rows = await query<PermissionRow>(`select ${COLUMNS} from medical_permissions where shard = $1 and id = $2`, [
    shard,
    id,
  ]);
  return rows[0] ?? null;
}

/** Permissions that were given for an order and are still good at this moment, newest first. */
export async function goodPermissions(query: Query, order: OrderKey, atMs: number): Promise<PermissionRow[]> {
  return query<PermissionRow>(
    `select ${COLUMNS} from medical_permissions
     where shard = $1 and order_id = $2 and state = 'GRANTED' and expires_at > $3 order by id desc`,
    [order.shard, order.id, new Date(atMs)],
  );
}

/** Writes what the owner decided; what was decided before stays. */
export async function decidePermission(
  query: Query,
  asked: PermissionRow,
  decision: { readonly permissionSealed: Buffer; readonly expiresAtMs: number } | 'declined',
  nowMs: number,
): Promise<void> {
  const granted = decision === 'declined' ? null : decision;
  await query(
    `update medical_permissions set state = $3, permission_sealed = $4, expires_at = $5, decided_at = $6
     where shard = $1 and id = $2 and state = 'ASKED'`,
    [
      asked.shard,
      asked.id,
      (granted ? 'GRANTED' : 'DECLINED') satisfies PermissionState,
      granted?.permissionSealed ?? null,
      granted && new Date(granted.expiresAtMs),
      new Date(nowMs),
    ],
  );
}
