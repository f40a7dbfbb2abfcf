import type { Query } from '../../db/database.ts';
import type { Clock } from '../../ports/outside.ts';
import type { BlindIndex } from '../../security/vault.ts';

/** 64 bits of a keyed hash: the same for the same person, and nobody guesses one of somebody else. */
const CODE_DIGITS = 16;
const CODE = /^[0-9a-f]{16}$/;

/** A code as it stands in addresses, or null when it cannot be one. */
export function shareCodeIn(text: string | undefined): string | null {
  return text !== undefined && CODE.test(text) ? text : null;
}

type Indexed = { readonly index: BlindIndex };

export function shareCodeOfUser({ index }: Indexed, userId: bigint): string {
  return index.of('share-code', String(userId)).toString('hex').slice(0, CODE_DIGITS);
}

/** Of somebody whom only the messaging app knows. */
export function shareCodeOfOpenId({ index }: Indexed, openId: string): string {
  return index.of('share-code-open-id', openId).toString('hex').slice(0, CODE_DIGITS);
}

type Store = { readonly database: { readonly query: Query }; readonly clock: Clock };

/** From now on the code counts. Safe to repeat; who brought the sharer stays as it was first. */
async function giveOut(
  { database, clock }: Store,
  code: { shareCode: string; userId: bigint | null; parentCode: string | null },
): Promise<string> {
  await database.query(
    `insert into share_codes (share_code, user_id, parent_code, created_at) values ($1, $2, $3, $4)
     on conflict (share_code) do nothing`,
    [code.shareCode, code.userId, code.parentCode === code.shareCode ? null : code.parentCode, new Date(clock.now())],
  );
  return code.shareCode;
}

/** The code of an account, given out. */
export function giveShareCode(
  deps: Store & Indexed,
  userId: bigint,
  parentCode: string | null = null,
): Promise<string> {
  return giveOut(deps, { shareCode: shareCodeOfUser(deps, userId), userId, parentCode });
}

export function giveVisitorShareCode(
  deps: Store & Indexed,
  openId: string,
  parentCode: string | null,
): Promise<string> {
  return giveOut(deps, { shareCode: shareCodeOfOpenId(deps, openId), userId: null, parentCode });
}

/** Those of some codes that were given out. */
export async function knownShareCodes(query: Query, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await query<{ share_code: string }>(
    `select share_code from share_codes where share_code = any($1::text[])`,
    [codes],
  );
  return new Set(rows.map((row) => row.share_code));
}
