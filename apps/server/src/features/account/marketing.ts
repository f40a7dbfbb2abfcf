import type { Calls } from '@huimin/contract';
import type { Query } from '../../db/database.ts';
import { type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';

/** Since when a phone gets no marketing; null when it does. */
export async function marketingOffAt(query: Query, phoneIndex: Buffer): Promise<number | null> {
  const [row] = await query<{ off_at: number }>(
    `select off_at from message_opt_outs where shard = $1 and phone_index = $2`,
    [phoneIndex[0], phoneIndex],
  );
  return row?.off_at ?? null;
}

/** Switched off twice, the first time counts on. */
export async function switchMarketingOff(query: Query, phoneIndex: Buffer, nowMs: number): Promise<void> {
  await query(`insert into message_opt_outs (shard, phone_index, off_at) values ($1, $2, $3) on conflict do nothing`, [
    phoneIndex[0],
    phoneIndex,
    new Date(nowMs),
  ]);
}

/** Counts from the next message on. */
export function chooseMarketing({ core }: AccountDeps): Handler<Calls['chooseMarketing']> {
  const { query } = core.database;
  return async ({ wanted }, { user }) => {
    const { phoneIndex } = user;
    if (wanted) {
      await query(`delete from message_opt_outs where shard = $1 and phone_index = $2`, [phoneIndex[0], phoneIndex]);
    } else {
      await switchMarketingOff(query, phoneIndex, core.clock.now());
    }
    return ok({ wanted });
  };
}
