import type { ClaimRulesValue, ConsoleCalls, RuleTrialValue } from '@huimin/contract/console';
import { controlProblems, edgeVisits, payableOf, type RuleSet, ruleChanges } from '@huimin/domain/adjustment';
import { beijingDateTime } from '@huimin/domain/date';
import { consortiumOf, editionInForce } from '@huimin/domain/product';
import { withinScope } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { claimsOfPerson, openRuleBook, publishedRules, publishRules, rulesProblems, workOut } from '../claims/index.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { saleStateOf } from '../edition-desk/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible, type StaffMember } from '../staff/index.ts';
import { signerOf } from './carry-out.ts';
import type { ReviewDeskDependencies } from './review-desk-deps.ts';

const CLAIM_RULES = 'claim-rules';
const LASTS_MS = 7 * 24 * 60 * 60_000;
/** Claims that are worked out again to see what a version would change. */
const CLAIMS_TRIED = 300;
const NO_EDITION = '没有这个产品版本';

type Editions = Pick<ReviewDeskDependencies, 'editions'>;

/** An edition that somebody works for; null where there is none such. */
function editionFor({ editions }: Editions, code: string, { scope }: Pick<StaffMember, 'scope'>): LoadedEdition | null {
  const edition = editions.edition(code);
  const insurers = edition ? consortiumOf(edition.document.insuranceCompany).map(({ name }) => name) : [];
  return edition !== null && withinScope(scope, { insurers }) ? edition : null;
}

const subjectOf = (edition: string) => `理赔规则 ${edition}`;
const rulesView = (rules: RuleSet): ClaimRulesValue => {
  const { editionCode, version, label, plans, rounding, cases = [] } = structuredClone(rules);
  return {
    ...{ editionCode, version, label, rounding, cases: [...cases] },
    plans: plans.map(({ code, categories }) => ({ code, categories: [...categories] })),
  };
};

export function listClaimRules(deps: ReviewDeskDependencies): ConsoleHandler<ConsoleCalls['listClaimRules']> {
  return async (_input, { member }) => {
    const published = Map.groupBy(await publishedRules(deps.database.query), (one) => one.edition_code);
    const waiting = await deps.approvals.waitingOf(member, [CLAIM_RULES]);
    const known = deps.editions.all().flatMap(({ code }) => editionFor(deps, code, member) ?? []);
    const nowMs = deps.clock.now();
    return ok({
      inForce: editionInForce(known, nowMs)?.code ?? null,
      editions: known.map(({ document }) => ({
        edition: document.editionCode,
        editionName: document.proName,
        ...saleStateOf(document, nowMs),
        plans: document.plans.map(({ code, name }) => ({ code, name })),
        versions: (published.get(document.editionCode) ?? []).map((one) => ({
          rules: rulesView(one.document),
          publishedAt: beijingDateTime(one.published_at),
          ...{ publishedBy: one.published_by, reason: one.reason },
        })),
        waiting: waiting.find(({ subject }) => subject === subjectOf(document.editionCode)) ?? null,
      })),
    });
  };
}

export function tryClaimRules(deps: ReviewDeskDependencies): ConsoleHandler<ConsoleCalls['tryClaimRules']> {
  return async ({ rules }, { member }) => {
    const edition = editionFor(deps, rules.editionCode, member);
    return edition ? ok(await trialOf(deps, edition, rules)) : fail('not-found', NO_EDITION);
  };
}

export function showAskedClaimRules(deps: ReviewDeskDependencies): ConsoleHandler<ConsoleCalls['showAskedClaimRules']> {
  return async ({ edition: code }, { member }) => {
    const edition = editionFor(deps, code, member);
    const rules = edition && (await deps.approvals.payloadOf<RuleSet>({ kind: CLAIM_RULES }, subjectOf(code)));
    if (!edition || !rules) return fail('not-found', '没有等复核的规则');
    return ok({ rules: rulesView(rules), trial: await trialOf(deps, edition, rules) });
  };
}

export function askClaimRules(deps: ReviewDeskDependencies): ConsoleHandler<ConsoleCalls['askClaimRules']> {
  return async ({ rules, reason }, request) => {
    const { member } = request;
    const edition = editionFor(deps, rules.editionCode, member);
    if (!edition) return fail('not-found', NO_EDITION);
    const problems = [...rulesProblems(edition.document, rules), ...controlProblems(rules)];
    if (problems.length > 0) return fail('bad-input', problems.join('；'));
    const book = await openRuleBook(deps.database.query);
    const next = (book.rules(rules.editionCode, null)?.version ?? 0) + 1;
    if (rules.version !== next) return fail('staff-rule', `下一版是第 ${next} 版，请刷新后再写`);
    const subject = subjectOf(rules.editionCode);
    if ((await deps.approvals.payloadOf({ kind: CLAIM_RULES }, subject)) !== null) {
      return fail('staff-rule', '已经有一版在等第二个人复核，先撤回或复核它');
    }
    const approvalNo = await deps.database.transaction(async (query) => {
      await request.note({ subject, detail: `申请发布第 ${rules.version} 版：${reason.trim()}` }, query);
      const asking = {
        by: member,
        subject,
        reason: `第 ${rules.version} 版 ${rules.label}：${reason.trim()}`,
        payload: rules,
      };
      return deps.approvals.ask(query, { kind: CLAIM_RULES }, asking);
    });
    return ok({ approvalNo: String(approvalNo), status: 'waiting' as const });
  };
}

/** A version is published when another person agrees; what is wrong in it by then keeps it back. */
export function claimRulesKind(deps: Editions): ApprovalKind<RuleSet> {
  return {
    ...{ kind: CLAIM_RULES, title: '发布理赔规则', asks: 'edition.change', decides: 'edition.publish' },
    lastsMs: LASTS_MS,
    within: ({ editionCode }, member) => editionFor(deps, editionCode, member) !== null,
    async run(rules, { query, askedBy, decidedBy, reason, nowMs }) {
      const people = [askedBy, decidedBy].flatMap((person) => person ?? []);
      const edition = deps.editions.edition(rules.editionCode);
      if (!edition) throw new NotPossible('staff-rule', NO_EDITION);
      const [problem] = [...rulesProblems(edition.document, rules), ...controlProblems(rules)];
      if (problem !== undefined) throw new NotPossible('staff-rule', problem);
      const by = people.map(signerOf).join('，复核 ');
      if ((await publishRules(query, rules, { by, reason, atMs: nowMs })) === null) {
        throw new NotPossible('staff-rule', '这期间已经发布了别的一版，请重新写');
      }
    },
  };
}

/** What a version would change, beside the one that counts now. */
async function trialOf(
  deps: ReviewDeskDependencies,
  { document }: LoadedEdition,
  rules: RuleSet,
): Promise<RuleTrialValue> {
  const book = await openRuleBook(deps.database.query);
  const before = book.rules(rules.editionCode, null);
  const broken = rulesProblems(document, rules);
  const nothing = { changes: [], cases: [], claims: { worked: 0, changed: 0, beforeFen: 0, afterFen: 0 } };
  if (broken.length > 0) return { problems: broken, ...nothing };
  const { cases = [] } = rules;
  const visits = [
    ...cases.map((one) => ({ visit: one, expectedFen: one.expectedFen })),
    ...edgeVisits(before ?? rules).map((visit) => ({ visit, expectedFen: null })),
  ];
  return {
    problems: controlProblems(rules),
    changes: ruleChanges(before, rules, (code) => document.plans.find((plan) => plan.code === code)?.name ?? code),
    cases: visits.flatMap(({ visit, expectedFen }) => {
      const afterFen = payableOf(rules, visit);
      if (afterFen === null) return [];
      return [{ name: visit.name, beforeFen: before && payableOf(before, visit), afterFen, expectedFen }];
    }),
    claims: before ? await claimsBy(deps, before, rules) : nothing.claims,
  };
}

/** Stored claims of the edition by two versions of its rules: how many come out otherwise, and the sums. */
async function claimsBy(
  deps: ReviewDeskDependencies,
  before: RuleSet,
  after: RuleSet,
): Promise<RuleTrialValue['claims']> {
  const { query } = deps.database;
  const { editionCode } = after;
  const rows = await query<{ person_index: Buffer }>(
    'select person_index from claim_cases where edition_code = $1 limit $2',
    [editionCode, CLAIMS_TRIED],
  );
  const people = new Map(rows.map((row) => [row.person_index.toString('hex'), row.person_index]));
  const sums = { worked: 0, changed: 0, beforeFen: 0, afterFen: 0 };
  for (const person of people.values()) {
    const claims = (await claimsOfPerson(deps, person)).filter(({ row }) => row.edition_code === editionCode);
    const [old, now] = await Promise.all(
      [before, after].map((rules) => workOut(deps, claims, { rules: () => rules, has: () => true })),
    );
    for (const [place, one] of (old ?? []).entries()) {
      const [beforeFen, afterFen] = [one.adjusted, now?.[place]?.adjusted].map((sum) => sum?.payableFen ?? 0);
      sums.worked += 1;
      sums.changed += beforeFen === afterFen ? 0 : 1;
      sums.beforeFen += beforeFen ?? 0;
      sums.afterFen += afterFen ?? 0;
    }
  }
  return sums;
}
