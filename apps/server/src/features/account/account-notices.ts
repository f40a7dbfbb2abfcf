import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import type { SmsGateway } from '../../ports/sms-gateway.ts';
import { findByIds } from './user-store.ts';

const RETRY_MS = 5 * 60_000;
const AT_ONCE = 20;
const MAX_TRIES = 12;

type NoticeCore = Pick<Core, 'orderIds' | 'vault' | 'clock'>;

interface NoticePlace {
  /** In whose inbox it lies; where it is not given, the account of the phone. */
  readonly accountId?: bigint;
  /** The number of what it tells of. */
  readonly about?: string;
}

/**
 * Writes down, with the change itself, that a phone is to be told of it. `event`: a few plain words, 35 at most; `shard`
 * is the account's where one is given.
 */
export async function noteNotice(
  core: NoticeCore,
  query: Query,
  shard: number,
  phone: string,
  event: string,
  { accountId, about }: NoticePlace = {},
): Promise<void> {
  await query(
    `insert into account_notices (shard, id, phone_sealed, event, next_try_at, user_id, about)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[shard, core.orderIds.next(shard), core.vault.seal('phone', phone), event, new Date(core.clock.now())],
      ...[accountId ?? null, about ?? null],
    ],
  );
}

interface DueNotice {
  readonly shard: number;
  readonly id: bigint;
  readonly phoneSealed: Buffer;
  readonly event: string;
  readonly tries: number;
  readonly userId: bigint | null;
  readonly about: string | null;
}

/**
 * Sends what is due. A message that the gateway may have taken is not sent twice; one that it surely did not take waits
 * and is tried again, for a day or so.
 */
export async function sendAccountNotices(deps: { readonly core: Core; readonly sms: SmsGateway }): Promise<number> {
  const { core, sms } = deps;
  const { query } = core.database;
  const nowMs = core.clock.now();
  const due = await query<DueNotice>(
    `with due as materialized (
       select shard, id from account_notices where next_try_at <= $1 order by next_try_at limit ${AT_ONCE}
     )
     update account_notices set tries = tries + 1, next_try_at = $2
     where ${amongDue(`next_try_at <= $1`)}
     returning shard, id, phone_sealed as "phoneSealed", event, tries, user_id as "userId", about`,
    [new Date(nowMs), new Date(nowMs + RETRY_MS)],
  );
  const ids = due.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const standing = ids.length === 0 ? [] : await findByIds(query, ids);
  // Closed meanwhile: nobody reads its inbox any more, and whoever registers the phone next was not told of.
  const accountOf = ({ userId: id, shard }: DueNotice) =>
    standing.some((user) => user.id === id) ? { id: id as bigint, shard } : null;
  for (const notice of due) {
    const result = await sms.send({
      phone: core.vault.open('phone', notice.phoneSealed),
      template: 'account-notice',
      parameters: { event: notice.event },
      outId: notice.about ?? `account-${notice.id}`,
      ...(notice.userId === null ? {} : { account: accountOf(notice) }),
    });
    const waits = result.kind === 'limited' && notice.tries < MAX_TRIES;
    if (result.kind !== 'accepted')
      core.log.warn({ result: result.kind, tries: notice.tries }, 'account notice not accepted');
    if (!waits) await query('delete from account_notices where shard = $1 and id = $2', [notice.shard, notice.id]);
  }
  return due.length;
}
