import { isDamage, sha256 } from '@huimin/evidence/bytes';
import { certificatesOfPem, checkStamp, readStamp, type Stamp, stampRequest } from '@huimin/evidence/stamp';
import type { TimeStampAuthority } from '../../../ports/time-stamp-authority.ts';
import type { EvidenceLog } from '../log/evidence-log.ts';

/** Who stamps, how often, and whom its certificate has to come from. */
export interface StampingAuthority extends TimeStampAuthority {
  readonly number: 1 | 2;
  /** PEM; null believes a root that comes along, which proves less. */
  readonly roots: string | null;
}

const DAY_MS = 86_400_000;
const BEIJING_MS = 8 * 3_600_000;
/** Twice an hour, so that one that fails does not leave an hour without. */
const OFTEN_MS = 1_800_000;
const NONCE_BYTES = 12;

/** The moment for which an authority's newest stamp stands: the first stamps often, the second when a day has ended. */
function dueAt(number: 1 | 2, nowMs: number): number {
  if (number === 1) return Math.floor(nowMs / OFTEN_MS) * OFTEN_MS;
  return Math.floor((nowMs + BEIJING_MS) / DAY_MS) * DAY_MS - BEIJING_MS;
}

/**
 * Has the newest checkpoint stamped by every authority whose time has come; what fails is tried again at the next round.
 * A checkpoint that an authority has stamped already is not stamped by it again. Answers 0.
 */
export async function stampDue(log: EvidenceLog, authorities: readonly StampingAuthority[]): Promise<number> {
  for (const authority of authorities) {
    await stampOne(log, authority).catch((error: Error) =>
      log.log.warn({ authority: authority.number, error: error.message }, 'no time stamp; it is asked for again'),
    );
  }
  return 0;
}

async function stampOne(log: EvidenceLog, given: StampingAuthority): Promise<void> {
  const { number: authority } = given;
  const { query } = log.database;
  const last = await log.checkpoint();
  const due = new Date(dueAt(authority, log.clock.now()));
  if (!last) return;
  const done = await query(
    `select 1 from log_stamps where authority = $1 and (due_at = $2 or checkpoint = $3) limit 1`,
    [authority, due, last.number],
  );
  if (done.length > 0) return;
  const { reply, certificates, checked } = await askStamp(log, given, sha256(last.checkpoint));
  await query(
    `insert into log_stamps (authority, due_at, checkpoint, stamped_at, good_until, reply, certificates)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [authority, due, last.number, new Date(checked.at), new Date(checked.until), reply, certificates],
  );
  log.measures.stamped(authority, checked.at / 1000);
}

export interface AskedStamp {
  readonly reply: Buffer;
  /** PEM. */
  readonly certificates: string;
  readonly checked: Stamp;
}

/** A stamp over a hash that was looked at as any verifier will. Throws when the authority gives none. */
export async function askStamp(
  { random }: Pick<EvidenceLog, 'random'>,
  { roots, stamp }: StampingAuthority,
  imprint: Buffer,
): Promise<AskedStamp> {
  const nonce = random.bytes(NONCE_BYTES);
  const reply = await stamp(stampRequest(imprint, nonce));
  const said = readStamp(reply);
  const sent = isDamage(said) ? '' : said.certificates.map(pemOf).join('');
  const checked = checkStamp(reply, { imprint, nonce, roots, certificates: sent });
  if (isDamage(checked)) throw new Error(`the authority's answer is of no use: ${checked.damage}`);
  // Many authorities keep their root to themselves; whoever is handed a package may not have it from elsewhere.
  const holdsWith = (root: string) => !isDamage(checkStamp(reply, { imprint, roots: null, certificates: sent + root }));
  const root = ['', ...certificatesOfPem(roots ?? '').map(pemOf)].find(holdsWith) ?? '';
  return { reply, certificates: sent + root, checked };
}

function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
