import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

type BindingCore = Pick<Core, 'index' | 'vault'>;
type Owner = Pick<SessionUser, 'id' | 'shard'>;

/** Binds a user of the messaging app to the account, and to no other; an account has one. True when that is new. */
export async function bindOpenId(
  core: BindingCore,
  query: Query,
  user: Owner,
  openId: string,
  nowMs: number,
): Promise<boolean> {
  const index = core.index.of('open-id', openId);
  await query('delete from open_id_bindings where user_id = $1 and open_id_index <> $2', [user.id, index]);
  const rows = await query(
    `insert into open_id_bindings as kept (open_id_index, shard, user_id, open_id_sealed, bound_at)
     values ($1, $2, $3, $4, $5)
     on conflict (open_id_index) do update
       set shard = excluded.shard, user_id = excluded.user_id, bound_at = excluded.bound_at
       where kept.user_id <> excluded.user_id
     returning 1 as bound`,
    [index, user.shard, user.id, core.vault.seal('open-id', openId), new Date(nowMs)],
  );
  return rows.length === 1;
}

export interface OpenIdBinding {
  readonly openId: string;
  readonly boundAtMs: number;
}

export async function openIdOf(core: BindingCore, query: Query, userId: bigint): Promise<OpenIdBinding | null> {
  const [row] = await query<{ sealed: Buffer; boundAtMs: number }>(
    `select open_id_sealed as sealed, bound_at as "boundAtMs" from open_id_bindings where user_id = $1
     order by bound_at desc limit 1`,
    [userId],
  );
  return row ? { openId: core.vault.open('open-id', row.sealed), boundAtMs: row.boundAtMs } : null;
}

/** False when nobody was bound. */
export async function releaseOpenId(query: Query, userId: bigint): Promise<boolean> {
  const rows = await query('delete from open_id_bindings where user_id = $1 returning 1 as released', [userId]);
  return rows.length > 0;
}

/** The same for a user of Alipay. */
export async function bindAlipay(
  core: BindingCore,
  query: Query,
  user: Owner,
  alipayUser: string,
  nowMs: number,
): Promise<boolean> {
  const index = core.index.of('alipay-user', alipayUser);
  await query('delete from alipay_bindings where user_id = $1 and alipay_index <> $2', [user.id, index]);
  const rows = await query(
    `insert into alipay_bindings as kept (alipay_index, shard, user_id, bound_at) values ($1, $2, $3, $4)
     on conflict (alipay_index) do update
       set shard = excluded.shard, user_id = excluded.user_id, bound_at = excluded.bound_at
       where kept.user_id <> excluded.user_id
     returning 1 as bound`,
    [index, user.shard, user.id, new Date(nowMs)],
  );
  return rows.length === 1;
}

/** The id of the account that a user of Alipay is bound to. */
export async function accountOfAlipay(core: BindingCore, query: Query, alipayUser: string): Promise<bigint | null> {
  const [row] = await query<{ id: bigint }>('select user_id as id from alipay_bindings where alipay_index = $1', [
    core.index.of('alipay-user', alipayUser),
  ]);
  return row?.id ?? null;
}

export async function hasAlipay(query: Query, userId: bigint): Promise<boolean> {
  return (await query('select 1 as bound from alipay_bindings where user_id = $1 limit 1', [userId])).length === 1;
}

export async function releaseAlipay(query: Query, userId: bigint): Promise<boolean> {
  const rows = await query('delete from alipay_bindings where user_id = $1 returning 1 as released', [userId]);
  return rows.length > 0;
}
