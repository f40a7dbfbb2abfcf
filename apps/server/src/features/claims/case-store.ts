import type { ClaimStatus, RatioClass, RefusalReason, VisitKind } from '@huimin/domain/adjustment';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';

export interface CaseRow {
  shard: number;
  case_no: string;
  person_index: Buffer;
  person_sealed: Buffer;
  edition_code: string;
  plan_code: string | null;
  rule_version: number;
  policy_no: string;
  one_stop: boolean;
  kind: VisitKind;
  visit_from: string;
  visit_to: string;
  accepted_on: string;
  papers_on: string | null;
  decided_on: string | null;
  paid_on: string | null;
  status: ClaimStatus;
  refusal: RefusalReason | null;
  missing_papers: string;
  ratio_class: RatioClass;
  payable_fen: number | null;
  data_as_of: string;
  day: string;
  file_id: string;
}

export interface SettlementRow {
  case_no: string;
  settlement_no: string;
  total_fen: number;
  medical_fen: number;
  serious_fen: number;
  other_fen: number;
  in_scope_fen: number;
  out_of_scope_fen: number;
  special_drug_fen: number;
}

/** What is sealed of a claim. */
export interface ClaimSecrets {
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
  readonly hospital: string;
  readonly accountTail: string | null;
}

export interface StoredClaim {
  readonly row: CaseRow;
  readonly secrets: ClaimSecrets;
  readonly settlements: readonly SettlementRow[];
}

export const CLAIM_SEAL = 'claim-person';
/** A person has fewer. */
const MOST_CASES = 500;

const COLUMNS = `shard, case_no, person_index, person_sealed, edition_code, plan_code, rule_version, policy_no, one_stop,
  kind, visit_from, visit_to, accepted_on, papers_on, decided_on, paid_on, status, refusal, missing_papers, ratio_class,
  payable_fen, data_as_of, day, file_id`;

/** The bucket in which a person's claims lie. */
export function shardOfPerson(personIndex: Buffer): number {
  return personIndex[0] as number;
}

/** The claims of a person, with what was settled. The same statements are asked whether or not there are any. */
export async function claimsOfPerson(
  { database: { query }, vault }: Pick<Core, 'database' | 'vault'>,
  personIndex: Buffer,
): Promise<StoredClaim[]> {
  const shard = shardOfPerson(personIndex);
  const rows = await query<CaseRow>(
    `select ${COLUMNS} from claim_cases where shard = $1 and person_index = $2
     order by visit_to desc, case_no desc limit ${MOST_CASES}`,
    [shard, personIndex],
  );
  const settlements = await query<SettlementRow>(
    `select s.case_no, s.settlement_no, s.total_fen, s.medical_fen, s.serious_fen, s.other_fen, s.in_scope_fen,
       s.out_of_scope_fen, s.special_drug_fen
     from unnest($2::text[], $3::uuid[]) as g(case_no, file_id)
     join claim_settlements s on s.shard = $1 and s.case_no = g.case_no and s.file_id = g.file_id
     order by s.line`,
    [shard, rows.map((row) => row.case_no), rows.map((row) => row.file_id)],
  );
  const byCase = Map.groupBy(settlements, (settlement) => settlement.case_no);
  return rows.map((row) => ({
    row,
    secrets: vault.openJson<ClaimSecrets>(CLAIM_SEAL, row.person_sealed),
    settlements: byCase.get(row.case_no) ?? [],
  }));
}

/** Whose claim a number is, in whatever bucket: for operators. */
export async function personOfCase(query: Query, caseNo: string): Promise<Buffer | null> {
  const [row] = await query<{ person_index: Buffer }>('select person_index from claim_cases where case_no = $1', [
    caseNo,
  ]);
  return row?.person_index ?? null;
}

/** Whether the phones that the person's claims name are this one. */
export async function phoneOfClaims(
  query: Query,
  personIndex: Buffer,
  phoneIndex: Buffer,
): Promise<'fits' | 'other' | 'none'> {
  const [row] = await query<{ fits: boolean | null }>(
    'select bool_or(phone_index = $3) as fits from claim_cases where shard = $1 and person_index = $2',
    [shardOfPerson(personIndex), personIndex, phoneIndex],
  );
  if (!row || row.fits === null) return 'none';
  return row.fits ? 'fits' : 'other';
}

/** Everybody with a claim, some hundreds of one bucket at a time. */
export async function* peopleWithClaims(query: Query): AsyncGenerator<Buffer[]> {
  const atOnce = 500;
  for (let shard = 0; shard < 256; shard++) {
    for (let after: Buffer = Buffer.alloc(0); ; ) {
      const rows = await query<{ person_index: Buffer }>(
        `select distinct person_index from claim_cases where shard = $1 and person_index > $2
         order by person_index limit ${atOnce}`,
        [shard, after],
      );
      if (rows.length > 0) yield rows.map((row) => row.person_index);
      after = rows.at(-1)?.person_index ?? after;
      if (rows.length < atOnce) break;
    }
  }
}
