import {
  type ClaimFacts,
  type ClaimRow,
  type ClaimStatus,
  claimStatusLabel,
  mayFollow,
} from '@huimin/domain/adjustment';
import type { Query } from '../../../db/database.ts';
import { orderIdOf, shardOfOrder } from '../../../security/order-ids.ts';
import { personIndex } from '../../insured/index.ts';
import { CLAIM_SEAL, type ClaimSecrets, shardOfPerson } from '../case-store.ts';
import type { ClaimBooksDependencies } from '../claims-deps.ts';
import type { RuleBook } from '../rule-store.ts';
import type { LineProblem, WaitingFile } from './file-store.ts';

export interface PlacedRow extends ClaimRow {
  readonly line: number;
}

/** What came of some lines. */
export interface Written {
  readonly taken: number;
  readonly newCases: number;
  readonly problems: readonly LineProblem[];
}

interface KnownCase {
  shard: number;
  case_no: string;
  status: ClaimStatus;
  facts_hash: Buffer;
  day: string;
  file_id: string;
}

interface Placed {
  readonly row: PlacedRow;
  readonly shard: number;
  readonly person: Buffer;
  readonly hash: Buffer;
}

type Writer = Pick<ClaimBooksDependencies, 'index' | 'vault' | 'numbers'>;

/**
 * Writes lines of one file. A claim is as its first line says; a further line of it says the same and adds a settlement.
 * What a later day's file said stands, and what an earlier file said of a claim goes.
 */
export async function writeClaims(
  deps: Writer,
  query: Query,
  file: WaitingFile,
  book: RuleBook,
  rows: readonly PlacedRow[],
): Promise<Written> {
  const problems: LineProblem[] = [];
  const fitting = await withOwnPolicies(
    deps,
    query,
    rows.map((row) => place(deps, row)),
    problems,
  );
  const known = await knownCases(
    query,
    fitting.map(({ row }) => row.claim.caseNo),
  );
  const fresh = new Map<string, Placed>();
  const settling: Placed[] = [];
  for (const placed of fitting) {
    const { caseNo } = placed.row.claim;
    const first = fresh.get(caseNo);
    const before = known.get(caseNo);
    const stored = first ? { hash: first.hash } : before?.file_id === file.id ? { hash: before.facts_hash } : null;
    const why = stored ? unlike(stored.hash, placed.hash) : before ? unfit(before, placed.row.claim, file) : null;
    if (why !== null) problems.push({ line: placed.row.line, why });
    else {
      if (!stored) fresh.set(caseNo, placed);
      settling.push(placed);
    }
  }
  const cases = [...fresh.values()];
  await forgetElsewhere(query, cases, known);
  await writeCases(deps, query, file, book, cases);
  const added = await writeSettlements(query, file, settling);
  for (const { row } of settling) {
    if (!added.has(row.line)) problems.push({ line: row.line, why: '同一张结算单在文件里有两行，只算第一行' });
  }
  return { taken: added.size, newCases: cases.length, problems };
}

/** What lines would do: tell of a claim for the first time, change what is known of it, or why they cannot be written. */
export async function weighClaimLines(
  deps: Writer,
  query: Query,
  day: string,
  /** The file of which they are, where some of its lines are written already. */
  fileId: string | null,
  rows: readonly PlacedRow[],
): Promise<Map<number, 'added' | 'changed' | { readonly why: string }>> {
  const problems: LineProblem[] = [];
  const placed = rows.map((row) => place(deps, row));
  const fitting = await withOwnPolicies(deps, query, placed, problems);
  const known = await knownCases(
    query,
    fitting.map(({ row }) => row.claim.caseNo),
  );
  const weighed = new Map<number, 'added' | 'changed' | { readonly why: string }>();
  for (const { line, why } of problems) weighed.set(line, { why });
  for (const { row, hash } of fitting) {
    const before = known.get(row.claim.caseNo);
    const isOwn = before !== undefined && before.file_id === fileId;
    const why = !before ? null : isOwn ? unlike(before.facts_hash, hash) : unfit(before, row.claim, { id: '', day });
    weighed.set(row.line, why !== null ? { why } : before ? 'changed' : 'added');
  }
  return weighed;
}

/** What all lines of a claim say alike, as a keyed hash. */
export const claimMark = (deps: Pick<Writer, 'index'>, row: ClaimRow): string =>
  factsHash(deps, row.claim).toString('hex');

const factsHash = ({ index }: Pick<Writer, 'index'>, claim: ClaimFacts): Buffer =>
  index.of('claim-facts', JSON.stringify(claim));

/** What is wrong with a line whose claim another line tells of differently. */
export const UNLIKE = '和同一案件前面的行不一样（除结算单和费用外，各列应相同）';

function place({ index }: Writer, row: PlacedRow): Placed {
  const { claim } = row;
  const person = personIndex(index, claim.idType, claim.idNumber);
  return { row, person, shard: shardOfPerson(person), hash: factsHash({ index }, claim) };
}

function unlike(kept: Buffer, given: Buffer): string | null {
  return kept.equals(given) ? null : UNLIKE;
}

function unfit(before: KnownCase, claim: ClaimFacts, { day }: WaitingFile): string | null {
  if (before.day > day) return `${before.day} 的文件已有这个案件，比这份新`;
  if (mayFollow(before.status, claim.status)) return null;
  return `状态不能从${claimStatusLabel(before.status)}变成${claimStatusLabel(claim.status)}`;
}

/** Leaves out lines whose policy is one of ours and covers somebody else. */
async function withOwnPolicies(
  { numbers }: Writer,
  query: Query,
  placed: readonly Placed[],
  problems: LineProblem[],
): Promise<Placed[]> {
  const ids = placed.map(({ row }) => numbers.policyId(row.claim.policyNo) ?? 0n);
  const insured = await query<{ id: bigint; person_index: Buffer }>(
    `select i.id, i.person_index from unnest($1::smallint[], $2::bigint[]) as g(shard, id)
     join insured i on i.shard = g.shard and i.id = g.id`,
    [ids.map((id) => shardOfOrder(orderIdOf(id))), ids],
  );
  const byId = new Map(insured.map((row) => [row.id, row.person_index]));
  return placed.filter(({ row, person }, at) => {
    const covers = byId.get(ids[at] ?? 0n);
    if (!covers || covers.equals(person)) return true;
    problems.push({ line: row.line, why: '保单号是别人的：和姓名、证件号码对不上' });
    return false;
  });
}

async function knownCases(query: Query, caseNos: readonly string[]): Promise<Map<string, KnownCase>> {
  const rows = await query<KnownCase>(
    'select shard, case_no, status, facts_hash, day, file_id from claim_cases where case_no = any($1::text[])',
    [[...new Set(caseNos)]],
  );
  return new Map(rows.map((row) => [row.case_no, row]));
}

/** A claim whose person was corrected lies in another bucket from now on. */
async function forgetElsewhere(
  query: Query,
  cases: readonly Placed[],
  known: ReadonlyMap<string, KnownCase>,
): Promise<void> {
  const moved = cases.flatMap(({ row, shard }) => {
    const before = known.get(row.claim.caseNo);
    return before && before.shard !== shard ? [before] : [];
  });
  if (moved.length === 0) return;
  const at = [moved.map((row) => row.shard), moved.map((row) => row.case_no)];
  for (const table of ['claim_settlements', 'claim_rechecks', 'claim_cases']) {
    await query(
      `delete from ${table} t using unnest($1::smallint[], $2::text[]) as g(shard, case_no)
       where t.shard = g.shard and t.case_no = g.case_no`,
      at,
    );
  }
}

const UPSERT = `
insert into claim_cases (shard, case_no, person_index, phone_index, person_sealed, edition_code, plan_code, rule_version,
  policy_no, one_stop, kind, visit_from, visit_to, accepted_on, papers_on, decided_on, paid_on, status, refusal,
  missing_papers, ratio_class, payable_fen, data_as_of, facts_hash, day, file_id)
select shard, case_no, person_index, phone_index, person_sealed, edition_code, plan_code, rule_version, policy_no, one_stop,
  kind, visit_from, visit_to, accepted_on, papers_on, decided_on, paid_on, status, refusal, missing_papers, ratio_class,
  payable_fen, data_as_of, facts_hash, $1, $2
from unnest($3::smallint[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[], $8::text[], $9::text[], $10::integer[],
  $11::text[], $12::boolean[], $13::text[], $14::date[], $15::date[], $16::date[], $17::date[], $18::date[], $19::date[],
  $20::text[], $21::text[], $22::text[], $23::text[], $24::integer[], $25::date[], $26::bytea[])
  as g(shard, case_no, person_index, phone_index, person_sealed, edition_code, plan_code, rule_version, policy_no, one_stop,
  kind, visit_from, visit_to, accepted_on, papers_on, decided_on, paid_on, status, refusal, missing_papers, ratio_class,
  payable_fen, data_as_of, facts_hash)
on conflict (shard, case_no) do update set person_index = excluded.person_index, phone_index = excluded.phone_index,
  person_sealed = excluded.person_sealed, edition_code = excluded.edition_code, plan_code = excluded.plan_code,
  rule_version = excluded.rule_version, policy_no = excluded.policy_no, one_stop = excluded.one_stop,
  kind = excluded.kind, visit_from = excluded.visit_from, visit_to = excluded.visit_to,
  accepted_on = excluded.accepted_on, papers_on = excluded.papers_on, decided_on = excluded.decided_on,
  paid_on = excluded.paid_on, status = excluded.status, refusal = excluded.refusal,
  missing_papers = excluded.missing_papers, ratio_class = excluded.ratio_class, payable_fen = excluded.payable_fen,
  data_as_of = excluded.data_as_of, facts_hash = excluded.facts_hash, day = excluded.day, file_id = excluded.file_id,
  forgotten_at = null`;

async function writeCases(
  deps: Writer,
  query: Query,
  file: WaitingFile,
  book: RuleBook,
  cases: readonly Placed[],
): Promise<void> {
  if (cases.length === 0) return;
  const of = <T>(value: (claim: ClaimFacts, placed: Placed) => T): T[] => cases.map((one) => value(one.row.claim, one));
  await query(UPSERT, [
    file.day,
    file.id,
    of((_, { shard }) => shard),
    of((claim) => claim.caseNo),
    of((_, { person }) => person),
    of((claim) => (claim.phone === null ? null : deps.index.phone(claim.phone))),
    of((claim) => deps.vault.sealJson(CLAIM_SEAL, secretsOf(claim))),
    of((claim) => claim.editionCode),
    of((claim) => claim.planCode),
    of((claim) => book.rules(claim.editionCode, claim.ruleVersion)?.version ?? 0),
    of((claim) => claim.policyNo),
    of((claim) => claim.oneStop),
    of((claim) => claim.kind),
    of((claim) => claim.visitFrom),
    of((claim) => claim.visitTo),
    of((claim) => claim.acceptedOn),
    of((claim) => claim.papersOn),
    of((claim) => claim.decidedOn),
    of((claim) => claim.paidOn),
    of((claim) => claim.status),
    of((claim) => claim.refusal),
    of((claim) => claim.missingPapers.join('、')),
    of((claim) => claim.ratioClass),
    of((claim) => claim.payableFen),
    of((claim) => claim.dataAsOf),
    of((_, { hash }) => hash),
  ]);
  // What earlier files said was settled in these claims.
  await query(
    `delete from claim_settlements s using unnest($2::smallint[], $3::text[]) as g(shard, case_no)
     where s.shard = g.shard and s.case_no = g.case_no and s.file_id <> $1`,
    [file.id, of((_, { shard }) => shard), of((claim) => claim.caseNo)],
  );
}

function secretsOf({ name, idType, idNumber, hospital, accountTail }: ClaimFacts): ClaimSecrets {
  return { name, idType, idNumber, hospital, accountTail };
}

/** Answers the lines that were added. */
async function writeSettlements(query: Query, file: WaitingFile, placed: readonly Placed[]): Promise<Set<number>> {
  const of = <T>(value: (row: PlacedRow) => T): T[] => placed.map(({ row }) => value(row));
  const rows = await query<{ line: number }>(
    `insert into claim_settlements (shard, case_no, file_id, settlement_no, line, total_fen, medical_fen, serious_fen,
       other_fen, in_scope_fen, out_of_scope_fen, special_drug_fen)
     select shard, case_no, $1, settlement_no, line, total_fen, medical_fen, serious_fen, other_fen, in_scope_fen,
       out_of_scope_fen, special_drug_fen
     from unnest($2::smallint[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::integer[], $8::integer[],
       $9::integer[], $10::integer[], $11::integer[], $12::integer[]) as g(shard, case_no, settlement_no, line, total_fen,
       medical_fen, serious_fen, other_fen, in_scope_fen, out_of_scope_fen, special_drug_fen)
     on conflict do nothing returning line`,
    [
      file.id,
      placed.map(({ shard }) => shard),
      of((row) => row.claim.caseNo),
      of((row) => row.settlementNo),
      of((row) => row.line),
      of((row) => row.costs.totalFen),
      of((row) => row.costs.medicalFen),
      of((row) => row.costs.seriousFen),
      of((row) => row.costs.otherFen),
      of((row) => row.costs.costs['in-scope']),
      of((row) => row.costs.costs['out-of-scope']),
      of((row) => row.costs.costs['special-drug']),
    ],
  );
  return new Set(rows.map(({ line }) => line));
}
