import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import type { PaperName } from './found-paper.ts';

export type MailState = 'WAITING' | 'SENT' | 'WRONG_ADDRESS' | 'GIVEN_UP';

export interface MailRow {
  shard: number;
  id: bigint;
  order_id: bigint;
  user_id: bigint;
  paper: PaperName;
  position: number | null;
  change_id: bigint | null;
  address_sealed: Buffer | null;
  address_masked: string;
  state: MailState;
  tries: number;
  last_problem: string | null;
  created_at: number;
  next_try_at: number | null;
}

export const ADDRESS_PURPOSE = 'paper-mail-address';

const COLUMNS = `shard, id, order_id, user_id, paper, position, change_id, address_sealed, address_masked, state, tries, last_problem,
  created_at, next_try_at`;

export interface NewMail {
  readonly shard: number;
  readonly id: bigint;
  readonly orderId: bigint;
  readonly userId: bigint;
  readonly clientKey: string;
  readonly paper: PaperName;
  readonly position: number | null;
  /** Of an endorsement. */
  readonly changeId: bigint | null;
  readonly addressSealed: Buffer;
  readonly addressMasked: string;
  readonly at: Date;
}

/** Writes the wish down; asked again with the same key, nothing is added. */
export async function addMail(query: Query, mail: NewMail): Promise<void> {
  await query(
    `insert into paper_mails (shard, id, order_id, user_id, client_key, paper, position, change_id, address_sealed,
       address_masked, state, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'WAITING', $11, $11)
     on conflict (shard, user_id, client_key) do nothing`,
    [
      mail.shard,
      mail.id,
      mail.orderId,
      mail.userId,
      mail.clientKey,
      mail.paper,
      mail.position,
      mail.changeId,
      mail.addressSealed,
      mail.addressMasked,
      mail.at,
    ],
  );
}

interface Owner {
  readonly id: bigint;
  readonly shard: number;
}

export async function mailOfOwner(query: Query, owner: Owner, mailId: bigint): Promise<MailRow | null> {
  const rows = await query<MailRow>(
    `select ${COLUMNS} from paper_mails where shard = $1 and id = $2 and user_id = $3`,
    [owner.shard, mailId, owner.id],
  );
  return rows[0] ?? null;
}

export async function mailByKey(query: Query, owner: Owner, clientKey: string): Promise<MailRow | null> {
  const rows = await query<MailRow>(
    `select ${COLUMNS} from paper_mails where shard = $1 and user_id = $2 and client_key = $3`,
    [owner.shard, owner.id, clientKey],
  );
  return rows[0] ?? null;
}

/** Takes what is due for this replica; a replica that dies leaves it to another when the lease ends. */
export async function leaseMails(query: Query, now: Date, until: Date, limit: number): Promise<MailRow[]> {
  return query<MailRow>(
    `with due as materialized (
       select shard, id from paper_mails where next_try_at <= $1 order by next_try_at limit $3
     )
     update paper_mails set next_try_at = $2, tries = tries + 1
     where ${amongDue(`next_try_at <= $1`)}
     returning ${COLUMNS}`,
    [now, until, limit],
  );
}

/** It will be tried again. */
export async function postponeMail(query: Query, mail: MailRow, problem: string, at: Date): Promise<void> {
  await query(
    `update paper_mails set next_try_at = $3, last_problem = $4 where shard = $1 and id = $2 and state = 'WAITING'`,
    [mail.shard, mail.id, at, problem.slice(0, 200)],
  );
}

/** It is over; the address is not needed any more. */
export async function endMail(
  query: Query,
  mail: MailRow,
  state: Exclude<MailState, 'WAITING'>,
  problem: string | null,
  at: Date,
): Promise<void> {
  await query(
    `update paper_mails set state = $3, last_problem = $4, ended_at = $5, next_try_at = null, address_sealed = null
     where shard = $1 and id = $2 and state = 'WAITING'`,
    [mail.shard, mail.id, state, problem?.slice(0, 200) ?? null, at],
  );
}
