import type { ClaimStatus } from '@huimin/domain/adjustment';
import { DESTROYED_NAME } from '@huimin/domain/person';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { CLAIM_SEAL, type ClaimSecrets } from './case-store.ts';
import { isOpenClaim } from './open-claims.ts';
import { RECHECK_SEAL, type RecheckNote } from './recheck-store.ts';

/** All claims of a person by one edition: they were worked out together, and are forgotten together. */
export interface ClaimsOfYear {
  readonly shard: number;
  readonly person: Buffer;
  readonly edition: string;
}

export interface ClaimPlace {
  readonly shard: number;
  readonly caseNo: string;
}

/** Claims from a place on by their key, as far as it takes to say whose are to be looked at; the last one read, null at the end. */
export async function claimsFrom(
  query: Query,
  from: ClaimPlace,
  editions: readonly string[],
  limit: number,
): Promise<{ readonly years: ClaimsOfYear[]; readonly last: ClaimPlace | null }> {
  const rows = await query<ClaimPlace & ClaimsOfYear & { readonly known: boolean }>(
    `select shard, case_no as "caseNo", person_index as person, edition_code as edition,
       forgotten_at is null and edition_code = any($3::text[]) as known
     from claim_cases where (shard, case_no) > ($1::smallint, $2::text) order by shard, case_no limit ${limit}`,
    [from.shard, from.caseNo, editions],
  );
  const keyed = rows
    .filter(({ known }) => known)
    .map(({ shard, person, edition }) => [`${person.toString('hex')} ${edition}`, { shard, person, edition }] as const);
  return { years: [...new Map(keyed).values()], last: rows.length === limit ? (rows.at(-1) ?? null) : null };
}

/** The day on which the last of these ended; null while one of them is not over, or is to be looked at once more. */
export async function claimsEndedOn(query: Query, { shard, person, edition }: ClaimsOfYear): Promise<string | null> {
  const rows = await query<{ status: ClaimStatus; on: string; asked: boolean }>(
    `select status, greatest(accepted_on, papers_on, decided_on, paid_on)::text as on,
       exists (select from claim_rechecks r where r.shard = c.shard and r.case_no = c.case_no
         and (r.status = 'asked' or r.news is not null)) as asked
     from claim_cases c where shard = $1 and person_index = $2 and edition_code = $3`,
    [shard, person, edition],
  );
  if (rows.some(({ status, asked }) => asked || isOpenClaim(status))) return null;
  return rows.reduce<string | null>((latest, { on }) => (latest === null || on > latest ? on : latest), null);
}

const NOBODY: ClaimSecrets = { name: DESTROYED_NAME, idType: '01', idNumber: '', hospital: '', accountTail: null };
const NOTHING: RecheckNote = { note: null, phone: '' };

/**
 * Takes the person out of their claims of an edition: name, number, hospital, account, phone, what was written with a wish for a
 * second look, and the keyed hash. Sums, days and numbers stay, of nobody, under a hash of chance that keeps the year together: it
 * is worked out again as before.
 */
export async function forgetClaims(
  { vault, random, clock }: Pick<Core, 'vault' | 'random' | 'clock'>,
  query: Query,
  { shard, person, edition }: ClaimsOfYear,
): Promise<void> {
  const nobody = Buffer.from(random.bytes(32));
  // A person's claims lie in the bucket that their hash begins with.
  nobody[0] = shard;
  const rows = await query<{ caseNo: string }>(
    `update claim_cases set person_index = $4, phone_index = null, person_sealed = $5, facts_hash = $6, forgotten_at = $7
     where shard = $1 and person_index = $2 and edition_code = $3 returning case_no as "caseNo"`,
    [
      ...[shard, person, edition, nobody, vault.sealJson(CLAIM_SEAL, NOBODY), Buffer.from(random.bytes(32))],
      new Date(clock.now()),
    ],
  );
  await query(
    `update claim_rechecks set note_sealed = $3, answer = null where shard = $1 and case_no = any($2::text[])`,
    [shard, rows.map(({ caseNo }) => caseNo), vault.sealJson(RECHECK_SEAL, NOTHING)],
  );
}
