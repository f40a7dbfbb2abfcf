import { createHash } from 'node:crypto';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';

/** What is noted of one thing that was done or looked at. Nothing in it is a person's data. */
export interface AuditNote {
  /** On what, in words and numbers. */
  readonly subject?: string;
  /** On whom: the keyed index of a person or phone. */
  readonly person?: Buffer | null;
  readonly detail?: string;
  readonly outcome?: 'done' | 'refused';
}

export interface AuditEntry {
  readonly atMs: number;
  readonly staffId: number | null;
  readonly what: string;
  readonly outcome: 'done' | 'refused';
  readonly subject: string;
  readonly person: Buffer | null;
  readonly detail: string;
  readonly address: string;
  readonly requestId: string;
}

interface AuditRow {
  number: bigint;
  at: number;
  staff_id: number | null;
  what: string;
  outcome: 'done' | 'refused';
  subject: string;
  subject_index: Buffer | null;
  detail: string;
  address: string;
  request_id: string;
  previous: Buffer;
  hash: Buffer;
}

/** SHA-256 over the hash before and the entry's members, as one JSON array. */
function hashOf(previous: Buffer, number: bigint, entry: AuditEntry): Buffer {
  const members = [
    String(number),
    entry.atMs,
    entry.staffId,
    entry.what,
    entry.outcome,
    entry.subject,
    entry.person?.toString('hex') ?? null,
    entry.detail,
    entry.address,
    entry.requestId,
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(members)).digest();
}

/** Adds an entry at the end of the chain. Inside a transaction: what it tells of is written with it, or not at all. */
export async function appendAudit(query: Query, entry: AuditEntry): Promise<void> {
  const [head] = await query<{ number: bigint; hash: Buffer }>(`select number, hash from staff_audit_head for update`);
  if (!head) throw new Error('the audit log has no head');
  const number = head.number + 1n;
  await query(
    `insert into staff_audit (number, at, staff_id, what, outcome, subject, subject_index, detail, address, request_id,
       previous, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      number,
      new Date(entry.atMs),
      entry.staffId,
      entry.what,
      entry.outcome,
      entry.subject,
      entry.person,
      entry.detail,
      entry.address,
      entry.requestId,
      head.hash,
      hashOf(head.hash, number, entry),
    ],
  );
}

const CLOCKS = `interval '10 minutes'`;

export interface AuditFilter {
  readonly before: bigint | null;
  readonly staffId: number | null;
  readonly what: string | null;
  readonly subject: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly limit: number;
}

export async function listAudit(query: Query, filter: AuditFilter): Promise<AuditRow[]> {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, value: unknown) => {
    if (value === null) return;
    values.push(value);
    conditions.push(condition.replaceAll('?', `$${values.length}`));
  };
  where('number < ?', filter.before);
  where('staff_id = ?', filter.staffId);
  where('what = ?', filter.what);
  // An account or number alone, or with what was asked for it in brackets behind.
  where(`(subject = ? or starts_with(subject, ?::text || '（'))`, filter.subject);
  // Entries come in the order of their time, but for what the clocks of two servers differ: days lead to numbers first.
  where(
    `number >= coalesce((select f.number from staff_audit f where f.at >= ?::timestamptz - ${CLOCKS} order by f.at limit 1), 0)
     and at >= ?::timestamptz`,
    filter.fromMs === null ? null : new Date(filter.fromMs),
  );
  where(
    `number <= coalesce((select t.number from staff_audit t where t.at < ?::timestamptz + ${CLOCKS} order by t.at desc limit 1), 0)
     and at < ?::timestamptz`,
    filter.toMs === null ? null : new Date(filter.toMs),
  );
  values.push(filter.limit);
  return query<AuditRow>(
    `select * from staff_audit ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by number desc limit $${values.length}`,
    values,
  );
}

/** How often something was done on a subject. */
export async function countLooks(query: Query, subject: string, what: string): Promise<number> {
  const [row] = await query<{ looks: number }>(
    `select count(*)::int as looks from staff_audit where subject = $1 and what = $2 and outcome = 'done'`,
    [subject, what],
  );
  return row?.looks ?? 0;
}

export interface ChainState {
  readonly checkedAtMs: number;
  readonly upTo: bigint;
  /** Number of the first entry that does not follow; null when all do. */
  readonly brokenAt: bigint | null;
}

const PAGE = 5_000;
const BEGINNING = createHash('sha256').update('huimin-staff-audit-v1').digest();

/** Works every hash out again and keeps what it found. */
export async function checkChain({
  database,
  clock,
  log,
}: Pick<Core, 'database' | 'clock' | 'log'>): Promise<ChainState> {
  const { query } = database;
  const [head] = await query<{ number: bigint; hash: Buffer }>(`select number, hash from staff_audit_head`);
  if (!head) throw new Error('the audit log has no head');
  let previous: Buffer = BEGINNING;
  let number = 0n;
  let brokenAt: bigint | null = null;
  while (brokenAt === null && number < head.number) {
    const rows = await query<AuditRow>(
      `select * from staff_audit where number > $1 and number <= $2 order by number limit ${PAGE}`,
      [number, head.number],
    );
    for (const row of rows) {
      const follows = row.number === number + 1n && row.previous.equals(previous);
      if (!follows || !hashOf(previous, row.number, entryOf(row)).equals(row.hash)) {
        brokenAt = number + 1n;
        break;
      }
      number = row.number;
      previous = row.hash;
    }
    if (rows.length === 0) brokenAt = number + 1n;
  }
  if (brokenAt === null && !previous.equals(head.hash)) brokenAt = head.number;
  const checkedAtMs = clock.now();
  await query(`update staff_audit_head set checked_at = $1, checked_up_to = $2, broken_at = $3`, [
    new Date(checkedAtMs),
    head.number,
    brokenAt,
  ]);
  if (brokenAt !== null) log.error({ number: String(brokenAt) }, 'the audit log was altered');
  return { checkedAtMs, upTo: head.number, brokenAt };
}

export async function lastCheck(query: Query): Promise<ChainState | null> {
  const [row] = await query<{ checked_at: number | null; checked_up_to: bigint; broken_at: bigint | null }>(
    `select checked_at, checked_up_to, broken_at from staff_audit_head`,
  );
  if (!row || row.checked_at === null) return null;
  return { checkedAtMs: row.checked_at, upTo: row.checked_up_to, brokenAt: row.broken_at };
}

function entryOf(row: AuditRow): AuditEntry {
  return {
    atMs: row.at,
    staffId: row.staff_id,
    what: row.what,
    outcome: row.outcome,
    subject: row.subject,
    person: row.subject_index,
    detail: row.detail,
    address: row.address,
    requestId: row.request_id,
  };
}
