import { ARCHIVE_FORMAT, archiveBytes, sha512, stampDigest } from '@huimin/evidence/stamp';
import { copyKeptUntil, type EvidenceLog } from '../log/evidence-log.ts';
import { type AskedStamp, askStamp, type StampingAuthority } from './stamp-due.ts';

const DAY_MS = 86_400_000;
/** How long before the first certificate of a day ends its stamps are stamped again, and how often at most for that. */
const BEFORE_END_MS = 90 * DAY_MS;
const NOT_BEFORE_MS = 30 * DAY_MS;
const MOST_AT_ONCE = 100;

interface DueDay {
  readonly day: string;
  readonly generation: number;
}

const DUE_DAYS = `
with stamped as (
  select (stamped_at at time zone 'Asia/Shanghai')::date as day, max(stamped_at) as at, min(good_until) as good_until
  from log_stamps group by 1
), archived as (
  select distinct on (day) day, generation, stamped_at as at, good_until from log_archives order by day, generation desc
)
select s.day::text, coalesce(a.generation, 0) + 1 as generation
from stamped s left join archived a on a.day = s.day
where s.day < ($1 at time zone 'Asia/Shanghai')::date
  and (coalesce(a.at, s.at) <= $2 or (coalesce(a.good_until, s.good_until) <= $3 and coalesce(a.at, s.at) <= $4))
order by coalesce(a.good_until, s.good_until), s.day limit $5`;

/**
 * Stamps each day's stamps again, with what is trusted today, after some years or before the first of their certificates ends;
 * an archive that is old itself is stamped again in the same way. What fails is tried again at the next round; a day that is
 * done is left alone until it is due again. Answers how many days are done.
 */
export async function archiveDue(
  log: EvidenceLog,
  authorities: readonly StampingAuthority[],
  years: number,
): Promise<number> {
  if (authorities.length === 0) return 0;
  const nowMs = log.clock.now();
  const before = new Date(nowMs);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  const due = await log.database.query<DueDay>(DUE_DAYS, [
    ...[new Date(nowMs), before, new Date(nowMs + BEFORE_END_MS), new Date(nowMs - NOT_BEFORE_MS), MOST_AT_ONCE],
  ]);
  let done = 0;
  for (const day of due) {
    try {
      await archiveDay(log, authorities, day);
      done += 1;
    } catch (error) {
      log.log.warn({ day: day.day, error: (error as Error).message }, 'the stamps of a day could not be stamped again');
    }
  }
  return done;
}

async function archiveDay(
  log: EvidenceLog,
  authorities: readonly StampingAuthority[],
  { day, generation }: DueDay,
): Promise<void> {
  const list = archiveBytes({ format: ARCHIVE_FORMAT, day, stamps: await digestsOf(log, day) });
  const { reply, certificates, checked } = await firstStamp(log, authorities, sha512(list));
  const name = `archives/${day}-${generation}-${checked.at}`;
  const retainUntilMs = copyKeptUntil(log.clock.now());
  for (const [end, bytes] of [
    ['json', list],
    ['tsr', reply],
    ['pem', Buffer.from(certificates)],
  ] as const) {
    await log.copies.put(`${name}.${end}`, bytes, { contentType: 'application/octet-stream', retainUntilMs });
  }
  await log.database.query(
    `insert into log_archives (day, generation, list, reply, certificates, stamped_at, good_until)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [day, generation, list, reply, certificates, new Date(checked.at), new Date(checked.until)],
  );
}

async function firstStamp(
  log: EvidenceLog,
  authorities: readonly StampingAuthority[],
  imprint: Buffer,
): Promise<AskedStamp> {
  let failed: unknown;
  for (const authority of authorities) {
    try {
      return await askStamp(log, authority, imprint);
    } catch (error) {
      failed = error;
    }
  }
  throw failed;
}

interface StampedRow {
  readonly reply: Buffer;
  readonly stamped: Buffer;
  readonly certificates: string;
}

/** Every stamp of the day, and every archive of it so far. */
async function digestsOf({ database }: EvidenceLog, day: string): Promise<string[]> {
  const rows = await database.query<StampedRow>(
    `select s.reply, convert_to(c.checkpoint, 'UTF8') as stamped, s.certificates
     from log_stamps s join log_checkpoints c on c.number = s.checkpoint
     where s.stamped_at >= ($1::date)::timestamp at time zone 'Asia/Shanghai'
       and s.stamped_at < ($1::date + 1)::timestamp at time zone 'Asia/Shanghai'
     union all select reply, list, certificates from log_archives where day = $1::date`,
    [day],
  );
  return rows.map(({ reply, stamped, certificates }) => stampDigest(reply, stamped, certificates)).sort();
}
