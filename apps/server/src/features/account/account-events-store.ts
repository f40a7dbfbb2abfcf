import type { AccountEventKind } from '@huimin/domain/account';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

/** How long an account's history is kept, as network logs have to be. */
export const EVENTS_KEPT_MS = 184 * 86_400_000;

/** From where something was done; null for what a job did. */
export interface Origin {
  readonly device: string;
  readonly address: string | null;
}

type EventCore = Pick<Core, 'orderIds' | 'vault' | 'clock'>;

export async function recordEvent(
  core: EventCore,
  query: Query,
  user: Pick<SessionUser, 'id' | 'shard'>,
  kind: AccountEventKind,
  origin: Origin,
): Promise<void> {
  await query(
    `insert into account_events (shard, id, user_id, kind, device, address_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      user.shard,
      core.orderIds.next(user.shard),
      user.id,
      kind,
      origin.device,
      origin.address === null ? null : core.vault.seal('address', origin.address),
      new Date(core.clock.now()),
    ],
  );
}

/** From which kinds of device an account was logged in to, as far back as its history goes. */
export async function loginDevices(query: Query, user: Pick<SessionUser, 'id' | 'shard'>): Promise<string[]> {
  const rows = await query<{ device: string }>(
    `select distinct device from account_events where shard = $1 and user_id = $2 and kind like 'login-%'`,
    [user.shard, user.id],
  );
  return rows.map(({ device }) => device);
}

export interface EventRow {
  readonly id: bigint;
  readonly kind: AccountEventKind;
  readonly device: string;
  readonly addressSealed: Buffer | null;
  readonly createdAtMs: number;
}

const MAX_BIGINT = '9223372036854775807';

/** Newest first, by the owner's index only. */
export async function eventsOf(
  query: Query,
  user: SessionUser,
  page: { beforeId: bigint | null; sinceMs: number; limit: number },
): Promise<EventRow[]> {
  return query<EventRow>(
    `select id, kind, device, address_sealed as "addressSealed", created_at as "createdAtMs" from account_events
     where shard = $1 and user_id = $2 and id < coalesce($3, ${MAX_BIGINT}) and created_at > $4
     order by id desc limit $5`,
    [user.shard, user.id, page.beforeId, new Date(page.sinceMs), page.limit],
  );
}
