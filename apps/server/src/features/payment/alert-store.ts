import { createHash } from 'node:crypto';
import { beijingDate } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { AlertDetails, AlertKind } from '../upkeep/index.ts';

/** What is checked again and again: its alert stands for as long as it is not right, and ends by itself. */
export type StandingKind = Extract<
  AlertKind,
  'ledger-unbalanced' | 'audit-altered' | 'evidence-log-damaged' | 'rights-late'
>;

export interface Alert {
  readonly kind: Exclude<AlertKind, StandingKind>;
  /** What makes it the same alert when it is raised again (a notice is sent up to 16 times). */
  readonly subject: string;
  readonly orderId: bigint | null;
  readonly shard: number | null;
  /** Numbers and amounts only, never personal data. */
  readonly details: AlertDetails;
}

/** How each is written to have ended. */
const ENDINGS: Readonly<Record<StandingKind, string>> = {
  'ledger-unbalanced': '再查已经对上，提醒自动消掉',
  'audit-altered': '再查已经对上，提醒自动消掉',
  'evidence-log-damaged': '再查已经对上，提醒自动消掉',
  'rights-late': '都答复了，提醒自动消掉',
};

const idOf = ({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): bigint =>
  createHash('sha256').update(`${kind} ${subject}`).digest().readBigUInt64BE() >> 1n;

/** Tells the operators, once per kind and subject; anew what had ended by itself, never what somebody has seen to. */
export async function raiseAlert(query: Query, alert: Alert, nowMs: number): Promise<void> {
  await query(
    `insert into operator_alerts (id, kind, order_id, shard, details, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set details = excluded.details, created_at = excluded.created_at, resolved_at = null, note = null
     where operator_alerts.resolved_at is not null and operator_alerts.resolved_by is null`,
    [idOf(alert), alert.kind, alert.orderId, alert.shard, JSON.stringify(alert.details), new Date(nowMs)],
  );
}

/** Tells of what a provider refuses for one reason again and again: once a day for each of its reasons. */
export function raiseDailyAlert(
  query: Query,
  { kind, who, code, details }: Pick<Alert, 'kind' | 'details'> & { readonly who: string; readonly code: string },
  nowMs: number,
): Promise<void> {
  const day = beijingDate(nowMs);
  const subject = `${who} ${code} ${day}`;
  return raiseAlert(query, { kind, subject, orderId: null, shard: null, details: { ...details, code, day } }, nowMs);
}

/** What was told is right again by itself, with how that came: nobody has to see to it any more. */
export async function endAlert(
  query: Query,
  alert: Pick<Alert, 'kind' | 'subject'>,
  note: string,
  nowMs: number,
): Promise<void> {
  await query(`update operator_alerts set resolved_at = $2, note = $3 where id = $1 and resolved_at is null`, [
    idOf(alert),
    new Date(nowMs),
    note,
  ]);
}

/**
 * What a check found: told from when it is not right until it is right again, with what is not right now. `details` null: all
 * of it is right. What is told then began with the first check that found it.
 */
export async function keepStandingAlert(
  { random }: Pick<Core, 'random'>,
  query: Query,
  kind: StandingKind,
  details: Alert['details'] | null,
  nowMs: number,
): Promise<void> {
  if (details === null) {
    await query(
      `update operator_alerts set resolved_at = $2, note = $3
       where kind = $1 and standing and resolved_at is null`,
      [kind, new Date(nowMs), ENDINGS[kind]],
    );
    return;
  }
  await query(
    `insert into operator_alerts (id, kind, details, created_at, standing) values ($1, $2, $3, $4, true)
     on conflict (kind) where standing and resolved_at is null do update set details = excluded.details`,
    [random.bytes(8).readBigUInt64BE() >> 1n, kind, JSON.stringify(details), new Date(nowMs)],
  );
}
