import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import type { SessionUser } from '../../http/handler.ts';

type InboxAccount = Pick<SessionUser, 'id' | 'shard'>;

export interface InboxRow {
  shard: number;
  id: bigint;
  user_id: bigint;
  kind: string;
  about: string;
  message_sealed: Buffer;
  created_at: number;
  delivered_at: number | null;
  read_at: number | null;
  /** Since when nobody but its owner reads it. */
  restricted_at: number | null;
}

/** As it was written, whatever becomes of its template. */
interface InboxContent {
  readonly title: string;
  readonly text: string;
  readonly screen: string | null;
}

const SEAL = 'inbox-message';
export const INBOX_COLUMNS =
  'shard, id, user_id, kind, about, message_sealed, created_at, delivered_at, read_at, restricted_at';
/** At this many nobody counts on. */
const COUNTED = 100;

export const inboxContent = ({ vault }: Pick<Core, 'vault'>, row: Pick<InboxRow, 'message_sealed'>) =>
  vault.openJson<InboxContent>(SEAL, row.message_sealed);

interface NewInboxMessage {
  readonly account: InboxAccount;
  readonly kind: string;
  readonly about: string;
  /** Under which the account has it once. */
  readonly outId: string;
  readonly content: InboxContent;
  readonly nowMs: number;
}

export async function putInInbox(
  { orderIds, vault }: Pick<Core, 'orderIds' | 'vault'>,
  query: Query,
  { account, kind, about, outId, content, nowMs }: NewInboxMessage,
): Promise<void> {
  await query(
    `insert into inbox_messages (shard, id, user_id, kind, about, out_id, message_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      ...[account.shard, orderIds.next(account.shard), account.id, kind, about, outId],
      ...[vault.sealJson(SEAL, content), new Date(nowMs)],
    ],
  );
}

/** The one place where it is decided whose messages somebody reads. Answers one more than a page; the page was seen. */
export async function takeOwnMessages(
  query: Query,
  user: SessionUser,
  { beforeId, page, nowMs }: { readonly beforeId: bigint | null; readonly page: number; readonly nowMs: number },
): Promise<InboxRow[]> {
  const rows = await query<InboxRow>(
    `select ${INBOX_COLUMNS} from inbox_messages
     where shard = $1 and user_id = $2 and ($3::bigint is null or id < $3) order by id desc limit $4`,
    [user.shard, user.id, beforeId, page + 1],
  );
  const fresh = rows.slice(0, page).flatMap(({ id, delivered_at: at }) => (at === null ? [id] : []));
  if (fresh.length > 0) {
    await query(
      `update inbox_messages set delivered_at = $3
       where shard = $1 and user_id = $2 and id = any($4) and delivered_at is null`,
      [user.shard, user.id, new Date(nowMs), fresh],
    );
  }
  return rows;
}

export async function countUnread(query: Query, user: SessionUser): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::integer as count from (
       select 1 from inbox_messages where shard = $1 and user_id = $2 and read_at is null limit ${COUNTED}
     ) as unread`,
    [user.shard, user.id],
  );
  return row?.count ?? 0;
}

/** Everything that lies there, for its owner's copy. */
export function allOwnMessages(query: Query, owner: InboxAccount): Promise<InboxRow[]> {
  return query<InboxRow>(`select ${INBOX_COLUMNS} from inbox_messages where shard = $1 and user_id = $2 order by id`, [
    owner.shard,
    owner.id,
  ]);
}

/** Answers how many there were. */
export async function eraseInbox(query: Query, owner: InboxAccount): Promise<number> {
  const rows = await query('delete from inbox_messages where shard = $1 and user_id = $2 returning 1 as gone', [
    owner.shard,
    owner.id,
  ]);
  return rows.length;
}

/** What lies there is for its owner alone from now on. Answers how many that newly are. */
export async function restrictInbox(query: Query, owner: InboxAccount, nowMs: number): Promise<number> {
  const rows = await query(
    `update inbox_messages set restricted_at = $3
     where shard = $1 and user_id = $2 and restricted_at is null returning 1 as restricted`,
    [owner.shard, owner.id, new Date(nowMs)],
  );
  return rows.length;
}

/** What was restricted is for the desk again. Answers how many. */
export async function releaseInbox(query: Query, owner: InboxAccount): Promise<number> {
  const rows = await query(
    `update inbox_messages set restricted_at = null
     where shard = $1 and user_id = $2 and restricted_at is not null returning 1 as released`,
    [owner.shard, owner.id],
  );
  return rows.length;
}

/** False where the message is not this account's. */
export async function markRead(
  query: Query,
  user: SessionUser,
  { id, andEarlier, nowMs }: { readonly id: bigint; readonly andEarlier: boolean; readonly nowMs: number },
): Promise<boolean> {
  const [own] = await query('select 1 as own from inbox_messages where shard = $1 and user_id = $2 and id = $3', [
    user.shard,
    user.id,
    id,
  ]);
  if (!own) return false;
  await query(
    `update inbox_messages set read_at = $4, delivered_at = coalesce(delivered_at, $4)
     where shard = $1 and user_id = $2 and (id = $3 or $5 and id < $3) and read_at is null`,
    [user.shard, user.id, id, new Date(nowMs), andEarlier],
  );
  return true;
}

/** Forgets messages from before a moment, some at a time; answers how many. */
export async function forgetInbox(query: Query, beforeMs: number, limit: number): Promise<number> {
  const rows = await query(
    `with due as materialized (
       select shard, id from inbox_messages where created_at < $1 order by created_at limit $2
     )
     delete from inbox_messages
     where ${amongDue(`created_at < $1`)}
     returning 1 as gone`,
    [new Date(beforeMs), limit],
  );
  return rows.length;
}
