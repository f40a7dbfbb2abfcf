import type { Query } from '../../db/database.ts';

export interface LoveRow {
  order_id: bigint;
  nickname_sealed: Buffer;
  gift: 'guard' | 'donation';
  with_share_code: boolean;
  version: number;
  created_at: number;
}

export const NICKNAME_PURPOSE = 'love-nickname';

const COLUMNS = 'order_id, nickname_sealed, gift, with_share_code, version, created_at';

export async function loveOfOrder(query: Query, shard: number, orderId: bigint): Promise<LoveRow | null> {
  const rows = await query<LoveRow>(`select ${COLUMNS} from love_certificates where shard = $1 and order_id = $2`, [
    shard,
    orderId,
  ]);
  return rows[0] ?? null;
}

export async function lovesOfOrders(query: Query, shard: number, orderIds: readonly bigint[]): Promise<LoveRow[]> {
  if (orderIds.length === 0) return [];
  return query<LoveRow>(`select ${COLUMNS} from love_certificates where shard = $1 and order_id = any($2::bigint[])`, [
    shard,
    orderIds,
  ]);
}

export interface LoveWish {
  readonly shard: number;
  readonly orderId: bigint;
  readonly userId: bigint;
  readonly nicknameSealed: Buffer;
  readonly gift: LoveRow['gift'];
  readonly withShareCode: boolean;
  readonly at: Date;
}

/**
 * Makes the certificate, or changes it: every change makes the pictures of before known as replaced. False when it was
 * changed as often as codes can count.
 */
export async function saveLove(query: Query, wish: LoveWish): Promise<boolean> {
  const rows = await query(
    `insert into love_certificates as kept
       (shard, order_id, user_id, nickname_sealed, gift, with_share_code, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (shard, order_id) do update set nickname_sealed = excluded.nickname_sealed, gift = excluded.gift,
       with_share_code = excluded.with_share_code, version = kept.version + 1, updated_at = excluded.updated_at
     where kept.version < 255
     returning version`,
    [wish.shard, wish.orderId, wish.userId, wish.nicknameSealed, wish.gift, wish.withShareCode, wish.at],
  );
  return rows.length === 1;
}

/** How many of an order's people are covered, and since when none is. */
export interface LoveCounts {
  order_id: bigint;
  issued: number;
  standing: number;
  last_cancelled_at: number | null;
}

/** Policies of these orders that were issued, and of them those that were not given back. */
export async function countsOfOrders(query: Query, shard: number, orderIds: readonly bigint[]): Promise<LoveCounts[]> {
  if (orderIds.length === 0) return [];
  return query<LoveCounts>(
    `select order_id, count(*)::integer as issued,
       count(*) filter (where status not in (4, 6, 7))::integer as standing,
       max(cancelled_at) as last_cancelled_at
     from policies where shard = $1 and order_id = any($2::bigint[]) and issued_at is not null group by order_id`,
    [shard, orderIds],
  );
}

/** Orders whose policies were issued, newest first. */
export async function issuedOrderIds(
  query: Query,
  owner: { readonly id: bigint; readonly shard: number },
  beforeId: bigint | null,
  limit: number,
): Promise<bigint[]> {
  const rows = await query<{ id: bigint }>(
    `select id from orders where shard = $1 and user_id = $2 and issued_at is not null and kind <> 'upgrade'
       and id < coalesce($3, 9223372036854775807) order by id desc limit $4`,
    [owner.shard, owner.id, beforeId, limit],
  );
  return rows.map(({ id }) => id);
}
