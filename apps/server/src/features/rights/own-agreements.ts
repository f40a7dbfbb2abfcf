import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface OwnAgreement {
  /** Which document, in words. */
  readonly title: string;
  readonly version: number;
  readonly at: number;
  /** For which order it was agreed to; null: when logging in. */
  readonly orderId: bigint | null;
}

/** Every document that an account agreed to: when logging in, and before each order. */
export function ownAgreements(query: Query, user: Pick<SessionUser, 'shard' | 'id'>): Promise<OwnAgreement[]> {
  return query<OwnAgreement>(
    `select coalesce(d.label, a.key) as title, a.version, a.at, a.order_id as "orderId" from (
       select document_key as key, version, agreed_at as at, null::bigint as order_id from account_agreements
       where shard = $1 and user_id = $2
       union all
       select one.key, one.version, o.created_at, o.id
       from orders o cross join lateral jsonb_to_recordset(o.agreed_documents) as one(key text, version integer)
       where o.shard = $1 and o.user_id = $2
     ) a left join dictionaries d on d.code = 'document' and d.value = a.key
     order by a.at, a.key`,
    [user.shard, user.id],
  );
}
