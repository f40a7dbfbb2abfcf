import { JUMP_LIFE_MS, JUMP_STATUS_TABLE, type JumpEvent, type JumpStatus } from '@huimin/domain/partner-jump';
import { nextStatus, statusesBefore } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface JumpRow {
  shard: number;
  id: bigint;
  source: string;
  target_name: string;
  status: JumpStatus;
  consent_version: number;
  agreed_at: number;
  phone_sealed: Buffer;
}

const COLUMNS = `shard, id, source, target_name, status, consent_version, agreed_at, phone_sealed`;
const SHOWN = 20;
type Owner = Pick<SessionUser, 'id' | 'shard'>;

export interface NewJump {
  readonly id: bigint;
  readonly clientKey: string;
  readonly source: string;
  readonly targetName: string;
  readonly consentVersion: number;
  readonly consentText: string;
  readonly phoneSealed: Buffer;
  readonly nowMs: number;
  readonly keepUntilMs: number;
}

/** Records a consent; the same key finds the one it made. */
export async function insertJump(query: Query, user: Owner, jump: NewJump): Promise<JumpRow | null> {
  const [made] = await query<JumpRow>(
    `insert into partner_jumps (shard, id, user_id, client_key, source, target_name, status, consent_version,
       consent_text, agreed_at, phone_sealed, keep_until)
     values ($1, $2, $3, $4, $5, $6, 'agreed', $7, $8, $9, $10, $11)
     on conflict (shard, user_id, client_key) do nothing returning ${COLUMNS}`,
    [
      user.shard,
      jump.id,
      user.id,
      jump.clientKey,
      jump.source,
      jump.targetName,
      jump.consentVersion,
      jump.consentText,
      new Date(jump.nowMs),
      jump.phoneSealed,
      new Date(jump.keepUntilMs),
    ],
  );
  return made ?? jumpOfKey(query, user, jump.clientKey);
}

export async function jumpOfKey(query: Query, user: Owner, clientKey: string): Promise<JumpRow | null> {
  const [row] = await query<JumpRow>(
    `select ${COLUMNS} from partner_jumps where shard = $1 and user_id = $2 and client_key = $3`,
    [user.shard, user.id, clientKey],
  );
  return row ?? null;
}

/** Newest first. */
export async function ownJumps(query: Query, user: Owner): Promise<JumpRow[]> {
  return query<JumpRow>(
    `select ${COLUMNS} from partner_jumps where shard = $1 and user_id = $2 order by id desc limit $3`,
    [user.shard, user.id, SHOWN],
  );
}

/** The newest jump that was agreed to a moment ago and that `event` may lead on; of one target, if given. */
export async function freshJump(
  query: Query,
  user: Owner,
  { event, source, nowMs }: { event: JumpEvent; source: string | null; nowMs: number },
): Promise<JumpRow | null> {
  const [row] = await query<JumpRow>(
    `select ${COLUMNS} from partner_jumps
     where shard = $1 and user_id = $2 and status = any($3::text[]) and agreed_at > $4
       and ($5::text is null or source = $5::text) order by id desc limit 1`,
    [user.shard, user.id, statusesBefore(JUMP_STATUS_TABLE, event), new Date(nowMs - JUMP_LIFE_MS), source],
  );
  return row ?? null;
}

const TIMES: Readonly<Partial<Record<JumpEvent, 'asked_at' | 'told_at' | 'opened_at'>>> = {
  Asked: 'asked_at',
  Taken: 'told_at',
  AddressGiven: 'opened_at',
};

/** Moves a jump by the status table; null where the event does not lead on any more. */
export async function moveJump(
  query: Query,
  row: Pick<JumpRow, 'shard' | 'id' | 'status'>,
  event: JumpEvent,
  { nowMs, refusal = null }: { nowMs: number; refusal?: string | null },
): Promise<JumpRow | null> {
  const next = nextStatus(JUMP_STATUS_TABLE, row.status, event);
  if (next === null) return null;
  const time = TIMES[event];
  const [moved] = await query<JumpRow>(
    `update partner_jumps set status = $4, refusal = $5${time === undefined ? '' : `, ${time} = $6`}
     where shard = $1 and id = $2 and status = $3 returning ${COLUMNS}`,
    [row.shard, row.id, row.status, next, refusal, ...(time === undefined ? [] : [new Date(nowMs)])],
  );
  return moved ?? null;
}

/** Ends what nobody went on with, and forgets what is old; answers how many. */
export async function sweepJumps(query: Query, nowMs: number): Promise<number> {
  const lapsed = await query(
    `update partner_jumps set status = 'lapsed' where status = any($1::text[]) and agreed_at <= $2
     returning 1 as lapsed`,
    [statusesBefore(JUMP_STATUS_TABLE, 'TimePassed'), new Date(nowMs - JUMP_LIFE_MS)],
  );
  const gone = await query(`delete from partner_jumps where keep_until <= $1 returning 1 as gone`, [new Date(nowMs)]);
  return lapsed.length + gone.length;
}
