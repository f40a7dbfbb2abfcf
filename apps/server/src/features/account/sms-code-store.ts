import type { Query } from '../../db/database.ts';

/** What a code confirms; one sent for the one never opens the other. */
export type SmsCodePurpose =
  | 'login'
  | 'refund'
  | 'policy-search'
  | 'booking'
  | 'new-phone'
  | 'old-phone'
  | 'change'
  | 'change-contact'
  | 'group'
  | 'own-data';

/** How many of the newest codes of a phone are valid side by side: a late first message still works. */
const VALID_CODES = 2;
export const MAX_TRIES = 5;

/**
 * Holds the phone's turn until the transaction ends, so that two requests at once cannot both find "nothing sent yet".
 * The row is never read; its lock is what counts.
 */
export async function takeSendingTurn(query: Query, phoneIndex: Buffer): Promise<void> {
  await query(
    `insert into rate_windows as turn (subject, rule, window_start, hits) values ($1, 'sms-turn', $2, 1)
     on conflict (subject, rule, window_start) do update set hits = 1`,
    [phoneIndex, new Date(0)],
  );
}

/** Moments at which codes, whatever for, were sent since `sinceMs`, newest first. */
export async function sentSince(query: Query, phoneIndex: Buffer, sinceMs: number): Promise<number[]> {
  const rows = await query<{ sentAtMs: number }>(
    `select sent_at as "sentAtMs" from sms_codes
     where phone_index = $1 and sent_at > $2 order by sent_at desc`,
    [phoneIndex, new Date(sinceMs)],
  );
  return rows.map((row) => row.sentAtMs);
}

export interface NewSmsCode {
  readonly phoneIndex: Buffer;
  readonly purpose: SmsCodePurpose;
  readonly id: bigint;
  readonly codeHash: Buffer;
  readonly sentAtMs: number;
  readonly expiresAtMs: number;
}

export async function insertSmsCode(query: Query, code: NewSmsCode): Promise<void> {
  await query(
    `insert into sms_codes (phone_index, purpose, id, code_hash, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [code.phoneIndex, code.purpose, code.id, code.codeHash, new Date(code.sentAtMs), new Date(code.expiresAtMs)],
  );
}

/** For a message that certainly was not sent: it counts neither as code nor against the limits. */
export async function deleteSmsCode(
  query: Query,
  phoneIndex: Buffer,
  purpose: SmsCodePurpose,
  id: bigint,
): Promise<void> {
  await query(`delete from sms_codes where phone_index = $1 and purpose = $2 and id = $3`, [phoneIndex, purpose, id]);
}

export interface TriedCode {
  readonly id: bigint;
  readonly codeHash: Buffer;
  /** Tries so far, this one included. */
  readonly tries: number;
}

/** Counts one try against each valid code of the phone and answers them; none when all are used, old or tried out. */
export async function tryCodes(
  query: Query,
  phoneIndex: Buffer,
  purpose: SmsCodePurpose,
  nowMs: number,
): Promise<TriedCode[]> {
  return query<TriedCode>(
    `update sms_codes set tries = tries + 1
     where phone_index = $1 and purpose = $2 and tries < $4 and used_at is null and expires_at > $3 and id in (
       select id from sms_codes where phone_index = $1 and purpose = $2 order by sent_at desc limit $5)
     returning id, code_hash as "codeHash", tries`,
    [phoneIndex, purpose, new Date(nowMs), MAX_TRIES, VALID_CODES],
  );
}

/** Whether an unexpired, unused code is refused only because it was tried too often. */
export async function triedOut(
  query: Query,
  phoneIndex: Buffer,
  purpose: SmsCodePurpose,
  nowMs: number,
): Promise<boolean> {
  const rows = await query(
    `select 1 as found from sms_codes
     where phone_index = $1 and purpose = $2 and expires_at > $3 and used_at is null and tries >= $4 limit 1`,
    [phoneIndex, purpose, new Date(nowMs), MAX_TRIES],
  );
  return rows.length > 0;
}

/** Uses up every code of the phone. */
export async function useCodes(
  query: Query,
  phoneIndex: Buffer,
  purpose: SmsCodePurpose,
  nowMs: number,
): Promise<void> {
  await query(`update sms_codes set used_at = $3 where phone_index = $1 and purpose = $2 and used_at is null`, [
    phoneIndex,
    purpose,
    new Date(nowMs),
  ]);
}

/** Notes who used a code and which session began with it (both hashes). */
export async function noteRedeemed(
  query: Query,
  phoneIndex: Buffer,
  code: { readonly purpose: SmsCodePurpose; readonly id: bigint },
  redeemed: { readonly by: Buffer; readonly session: Buffer },
): Promise<void> {
  await query(
    `update sms_codes set redeemed_by = $4, redeemed_session = $5 where phone_index = $1 and purpose = $2 and id = $3`,
    [phoneIndex, code.purpose, code.id, redeemed.by, redeemed.session],
  );
}

/** Counts one more try against the unexpired code that `by` used and answers it with its session; null for anybody else. */
export async function tryRedeemed(
  query: Query,
  phoneIndex: Buffer,
  purpose: SmsCodePurpose,
  by: Buffer,
  nowMs: number,
): Promise<(TriedCode & { readonly session: Buffer }) | null> {
  const [row] = await query<TriedCode & { session: Buffer }>(
    `update sms_codes set tries = tries + 1
     where phone_index = $1 and purpose = $2 and redeemed_by = $3 and expires_at > $4 and tries < $5
     returning id, code_hash as "codeHash", tries, redeemed_session as session`,
    [phoneIndex, purpose, by, new Date(nowMs), MAX_TRIES],
  );
  return row ?? null;
}
