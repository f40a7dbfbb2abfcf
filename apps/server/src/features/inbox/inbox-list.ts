import type { InboxStatus } from '@huimin/domain/text-message';
import type { Query } from '../../db/database.ts';
import { INBOX_COLUMNS, type InboxRow } from './inbox-store.ts';

interface Wanted {
  readonly kind: string | null;
  readonly status: InboxStatus | null;
  readonly about: string | null;
  readonly fromMs: number | null;
  readonly untilMs: number | null;
  readonly beforeMs: number | null;
  readonly beforeId: bigint | null;
  readonly limit: number;
}

const STATUS: Readonly<Record<InboxStatus, string>> = {
  created: 'delivered_at is null and read_at is null',
  delivered: 'delivered_at is not null and read_at is null',
  read: 'read_at is not null',
};

const at = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Messages of all accounts, the newest first. */
export function inboxForDesk(query: Query, wanted: Wanted): Promise<InboxRow[]> {
  return query<InboxRow>(
    `select ${INBOX_COLUMNS} from inbox_messages
     where ($1::text is null or kind = $1) and ($2::text is null or about = $2)
       and ($3::timestamptz is null or created_at >= $3 and created_at < $4)
       and ($5::timestamptz is null or (created_at, id) < ($5, $6))
       and ${wanted.status === null ? 'true' : STATUS[wanted.status]}
     order by created_at desc, id desc limit $7`,
    [
      ...[wanted.kind, wanted.about, at(wanted.fromMs), at(wanted.untilMs)],
      ...[at(wanted.beforeMs), wanted.beforeId, wanted.limit],
    ],
  );
}
