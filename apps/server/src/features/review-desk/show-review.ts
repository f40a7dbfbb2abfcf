import type { ConsoleCalls, ReviewQueue, ReviewViewValue, SumStepValue } from '@huimin/contract/console';
import { formatDateTime } from '@huimin/domain/date';
import { maskMiddle, maskName } from '@huimin/domain/person';
import { classText, PRE_EXISTING_LABELS } from '@huimin/domain/pre-existing';
import { type CoPay, DRUG_PAPERS } from '@huimin/domain/special-drugs';
import { mayStaff } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { checkClaim, wholeClaimRecheck } from '../claims/index.ts';
import { paperOfPreExistingAppeal, wholePreExistingAppeal } from '../pre-existing/index.ts';
import { coPaysOfDrugApplication, paperOfDrugApplication, wholeDrugApplication } from '../special-drugs/index.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import { REVIEW_DECISION } from './carry-out.ts';
import { NO_REVIEW, type ReviewDeskDependencies } from './review-desk-deps.ts';
import { reviewLine, subjectOf } from './review-line.ts';
import { personOfReview } from './review-person.ts';
import { openReview, type ReviewRow, subjectsThatWait } from './review-store.ts';
import { verdictsFor } from './verdicts.ts';

/** What a kind of review has to show beside its line. */
type Whole = Pick<
  ReviewViewValue,
  'name' | 'idNumber' | 'facts' | 'words' | 'papers' | 'steps' | 'rulesFen' | 'insurerFen' | 'answer'
>;

const NO_SUMS = { steps: [], rulesFen: null, insurerFen: null };
/** What residents read of who looked: the company and the name, not the account. */
const lookerOf = ({ company, name }: StaffMember): string => `${company} ${name}`;

export function showReview(deps: ReviewDeskDependencies): ConsoleHandler<ConsoleCalls['showReview']> {
  return async ({ queue, reviewNo }, request) => {
    const { query } = deps.database;
    const { member } = request;
    const row = await openReview(deps, query, member.scope, queue, reviewNo);
    const whole = row && (await WHOLE[queue](deps, row, reviewNo, member));
    if (!row || !whole) return fail('not-found', NO_REVIEW);
    const subject = subjectOf(deps, queue, row);
    const person = await personOfReview(deps, query, queue, row);
    await request.note({ subject, person, detail: '看了申请和计算' });
    const waiting = await subjectsThatWait(query, REVIEW_DECISION, [subject], deps.clock.now());
    const mayDecide = mayStaff(member.roles, 'reviews.decide') && waiting.size === 0;
    return ok({
      ...whole,
      queue,
      line: reviewLine(deps, queue, row, waiting),
      person: person?.toString('base64url') ?? null,
      verdicts: mayDecide ? verdictsFor(queue, row.status).map(({ verdict, two }) => ({ verdict, two })) : [],
      decidedBy: row.decided_by,
      approvals: await deps.approvals.waitingOf(member, [REVIEW_DECISION], subject),
    });
  };
}

export function showReviewPaper(deps: ReviewDeskDependencies): ConsoleHandler<ConsoleCalls['showReviewPaper']> {
  return async ({ queue, reviewNo, fileId }, request) => {
    const { query } = deps.database;
    const row = await openReview(deps, query, request.member.scope, queue, reviewNo);
    const file = row && (await paperOf(deps, queue, reviewNo, fileId, request.member));
    if (!row || !file) return fail('not-found', '没有这份材料');
    const person = await personOfReview(deps, query, queue, row);
    await request.note({ subject: subjectOf(deps, queue, row), person, detail: `看了材料 ${fileId}` });
    return ok(file);
  };
}

async function paperOf(
  deps: ReviewDeskDependencies,
  queue: ReviewQueue,
  reviewNo: string,
  fileId: string,
  member: StaffMember,
) {
  if (queue === 'drug') return paperOfDrugApplication(deps.drugs, reviewNo, fileId);
  if (queue === 'appeal') return paperOfPreExistingAppeal(deps.preExisting, reviewNo, fileId, lookerOf(member));
  return null;
}

type Read = (
  deps: ReviewDeskDependencies,
  row: ReviewRow,
  reviewNo: string,
  member: StaffMember,
) => Promise<Whole | null>;

const recheckWhole: Read = async (deps, row) => {
  const recheck = await wholeClaimRecheck(deps, row.id);
  const claim = recheck && (await checkClaim(deps, recheck.caseNo));
  if (!recheck) return null;
  return {
    ...{ name: claim?.name ?? '—', idNumber: claim?.idNumberMasked ?? '' },
    facts: claim
      ? [
          { label: '规则', text: `第 ${claim.ruleVersion} 版` },
          { label: '保险公司的结果', text: `${claim.day} 的文件` },
        ]
      : [{ label: '案件', text: '保险公司的文件里已经没有这个案件' }],
    words: recheck.note,
    papers: [],
    steps: (claim?.steps ?? []).map((step) => ({ ...step, lines: step.lines.map((line) => ({ ...line })) })),
    ...{ rulesFen: claim?.rulesFen ?? null, insurerFen: claim?.insurerFen ?? null, answer: recheck.answer },
  };
};

const drugWhole: Read = async (deps, _row, reviewNo) => {
  const whole = await wholeDrugApplication(deps.drugs, reviewNo);
  if (!whole) return null;
  const { subject, answer, place, files, cycles, cyclesDone } = whole;
  const { drug } = subject;
  const coPays = await coPaysOfDrugApplication(deps.drugs, reviewNo);
  const steps = coPays
    ? [
        ...(answer?.preExisting ? [] : [coPayStep('一期，按正常比例', coPays.normal)]),
        ...(answer && !answer.preExisting && cycles > 0 ? [] : [coPayStep('一期，按既往症比例', coPays.preExisting)]),
      ]
    : [];
  return {
    ...{ name: maskName(subject.name), idNumber: maskMiddle(subject.idNumber) },
    facts: [
      { label: '药品', text: `${drug.genericName}（${drug.code}）` },
      { label: '用法', text: drug.cycleText },
      { label: '目录', text: `第 ${subject.listVersion} 版` },
      ...(cycles > 0 ? [{ label: '期数', text: `批 ${cycles} 期，已取 ${cyclesDone} 期` }] : []),
      ...(place
        ? [{ label: '取药', text: `${place.way === 'collect' ? '到店取' : '送药上门'}，${place.pharmacy.name}` }]
        : []),
    ],
    words: null,
    papers: DRUG_PAPERS.map(({ kind, label }) => ({
      label,
      files: files.filter(({ fileId }) => subject.papers[kind]?.includes(fileId)).map(paperLine),
    })),
    ...{ ...NO_SUMS, steps, answer: answer?.note ?? null },
  };
};

const appealWhole: Read = async (deps, row, reviewNo, member) => {
  const whole = await wholePreExistingAppeal(deps.preExisting, reviewNo, lookerOf(member));
  if (!whole) return null;
  const { label } = whole;
  const edition = deps.editions.edition(row.edition_code);
  const ratios = (edition?.document.benefits ?? []).flatMap(({ name, ratioPercent, preExistingRatioPercent: other }) =>
    other === undefined ? [] : [{ label: name, text: `不属于 ${ratioPercent}%，属于 ${other}%` }],
  );
  return {
    ...{ name: maskName(whole.name), idNumber: maskMiddle(whole.idNumber) },
    facts: [
      { label: '申请理由', text: whole.reason },
      {
        label: '现在的结果',
        text: label
          ? `${PRE_EXISTING_LABELS[label.label]}${label.classCode ? `，${classText(label.classCode)}` : ''}，规则 ${label.ruleVersion}`
          : '已经过期',
      },
      { label: '查询编号', text: whole.queryNo },
      { label: '提出', text: formatDateTime(whole.createdAtMs) },
      ...ratios,
    ],
    words: null,
    papers: [{ label: '交来的', files: whole.files.map(paperLine) }],
    ...{ ...NO_SUMS, answer: whole.answer },
  };
};

const WHOLE: Readonly<Record<ReviewQueue, Read>> = { recheck: recheckWhole, drug: drugWhole, appeal: appealWhole };

const paperLine = ({ fileId, fileName, mediaType }: { fileId: string; fileName: string; mediaType: string }) => ({
  ...{ fileId, fileName },
  isPicture: mediaType.startsWith('image/'),
});

/** What a cycle costs its resident, line by line: the sums on their own page. */
function coPayStep(title: string, { priceFen, deductedFen, baseFen, ratioPercent, paidFen, ownFen, isLimited }: CoPay) {
  const step: SumStepValue = {
    title,
    everyday: '这一期谁付多少',
    lines: [
      { label: '药价', sign: '', fen: priceFen, of: null },
      { label: '减起付线', sign: '-', fen: deductedFen, of: null },
      { label: `按 ${ratioPercent}% 赔`, sign: '', fen: paidFen, of: { fen: baseFen, ratio: ratioPercent * 100 } },
    ],
    resultLabel: '本人付',
    resultFen: ownFen,
    note: isLimited ? '年度限额用完，只赔到限额' : null,
  };
  return step;
}
