import { isRealDay } from '../date/index.ts';
import { type Fen, yuanTextToFen } from '../money/index.ts';
import { checkIdPaper, checkName, checkPhone, ID_TYPES } from '../person/index.ts';
import { cellOf, type FoundColumns, findColumns } from '../sheet/index.ts';
import { type CaseCosts, costsProblem } from './adjust-year.ts';
import {
  CLAIM_PAPERS,
  CLAIM_STATUS_LABELS,
  type ClaimStatus,
  claimStatusOf,
  REFUSAL_REASONS,
  type RefusalReason,
  refusalReasonOf,
} from './claim-status.ts';
import type { RatioClass } from './rule-set.ts';

export type VisitKind = 'inpatient' | 'outpatient' | 'drug';
export const VISIT_KINDS: Readonly<Record<VisitKind, string>> = {
  inpatient: '住院',
  outpatient: '门诊特殊病',
  drug: '特定药品',
};

/** One line of an insurer's claim file: one settlement of the medical insurance, and what the claim is that it belongs to. */
export interface ClaimRow {
  readonly claim: ClaimFacts;
  readonly settlementNo: string;
  readonly costs: CaseCosts;
}

/** What every line of a claim says alike. */
export interface ClaimFacts {
  readonly caseNo: string;
  readonly editionCode: string;
  /** Null where the edition has one plan. */
  readonly planCode: string | null;
  readonly policyNo: string;
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
  readonly phone: string | null;
  readonly oneStop: boolean;
  readonly kind: VisitKind;
  readonly hospital: string;
  readonly visitFrom: string;
  readonly visitTo: string;
  readonly acceptedOn: string;
  readonly papersOn: string | null;
  readonly decidedOn: string | null;
  readonly paidOn: string | null;
  readonly status: ClaimStatus;
  readonly refusal: RefusalReason | null;
  readonly missingPapers: readonly string[];
  readonly ratioClass: RatioClass;
  /** What the insurer pays, as it says. */
  readonly payableFen: Fen | null;
  readonly accountTail: string | null;
  /** The version of the rules it was worked out by; null: the newest. */
  readonly ruleVersion: number | null;
  readonly dataAsOf: string;
}

const COLUMNS = {
  caseNo: { headings: ['案件号'] },
  editionCode: { headings: ['版本'] },
  planCode: { headings: ['方案'], isOptional: true },
  policyNo: { headings: ['保单号'] },
  name: { headings: ['姓名'] },
  idType: { headings: ['证件类型'], isOptional: true },
  idNumber: { headings: ['证件号码', '身份证号'] },
  phone: { headings: ['手机号'], isOptional: true },
  oneStop: { headings: ['一站式'] },
  kind: { headings: ['就诊类型'] },
  hospital: { headings: ['就诊机构'] },
  visitFrom: { headings: ['就诊开始'] },
  visitTo: { headings: ['就诊结束'] },
  settlementNo: { headings: ['结算单号'] },
  total: { headings: ['总费用'] },
  medical: { headings: ['医保报销'] },
  serious: { headings: ['大病保险'] },
  other: { headings: ['其他补偿'], isOptional: true },
  inScope: { headings: ['目录内自付'] },
  outOfScope: { headings: ['目录外费用'] },
  drug: { headings: ['特药费用'] },
  ratioClass: { headings: ['赔付比例'] },
  acceptedOn: { headings: ['受理日期'] },
  papersOn: { headings: ['资料齐全日期'], isOptional: true },
  decidedOn: { headings: ['结论日期'] },
  paidOn: { headings: ['到账日期'] },
  status: { headings: ['状态'] },
  refusal: { headings: ['不予赔付原因'] },
  missingPapers: { headings: ['缺少资料'] },
  payable: { headings: ['赔付金额'] },
  accountTail: { headings: ['收款账户尾号'] },
  ruleVersion: { headings: ['规则版本'], isOptional: true },
  dataAsOf: { headings: ['医保数据截至'] },
} as const;

export type ClaimColumns = FoundColumns<keyof typeof COLUMNS>;
export const CLAIM_HEADINGS: readonly string[] = Object.values(COLUMNS).map(({ headings }) => headings[0]);

/** Reads the first line, or says what is wrong with it. A column that is not asked for may say what somebody has. */
export function claimColumns(cells: readonly string[]): ClaimColumns | string {
  const found = findColumns(cells, COLUMNS);
  if (typeof found === 'string') return found;
  const wanted = Object.values(found).length;
  const given = cells.filter((cell) => cell.trim() !== '').length;
  return given > wanted ? '有不需要的列，请只留模板里的列，不要写诊断、病名、药名' : found;
}

/** What else a line is checked against. */
export interface ClaimBooks {
  readonly today: string;
  isEdition(code: string): boolean;
  /** Whether an edition's rules know a plan and a version; null stands for the only plan and the newest version. */
  hasRules(editionCode: string, planCode: string | null, version: number | null): boolean;
}

class Wrong extends Error {}

/** Reads one line, or says what is wrong with it without repeating what it holds. */
export function claimRow(cells: readonly string[], columns: ClaimColumns, books: ClaimBooks): ClaimRow | string {
  try {
    return read((key) => cellOf(cells, columns[key]), books);
  } catch (error) {
    if (error instanceof Wrong) return error.message;
    throw error;
  }
}

function read(cell: (key: keyof typeof COLUMNS) => string, books: ClaimBooks): ClaimRow {
  const day = (key: keyof typeof COLUMNS): string => {
    const text = dayOf(cell(key));
    return text === null ? wrong(`${COLUMNS[key].headings[0]}应写成日期，如 2026-03-02`) : text;
  };
  const dayOrNone = (key: keyof typeof COLUMNS): string | null => (cell(key) === '' ? null : day(key));
  const fen = (key: keyof typeof COLUMNS): Fen => {
    const amount = cell(key) === '' ? 0 : yuanTextToFen(cell(key));
    const fits = amount !== null && amount >= 0 && amount <= MOST_FEN;
    return fits ? amount : wrong(`${COLUMNS[key].headings[0]}应为元，最多两位小数，不是负数`);
  };
  const caseNo = matching(cell('caseNo'), /^[0-9A-Za-z-]{6,40}$/, '案件号应为 6 到 40 位字母、数字或横线');
  const editionCode = cell('editionCode');
  if (!books.isEdition(editionCode)) wrong('没有这个版本');
  const planCode = cell('planCode') === '' ? null : cell('planCode');
  const ruleVersion =
    cell('ruleVersion') === '' ? null : Number(matching(cell('ruleVersion'), /^[1-9]\d{0,3}$/, '规则版本应为正整数'));
  if (!books.hasRules(editionCode, planCode, ruleVersion)) wrong('这个版本没有这个方案的理算规则，或没有这一版规则');
  const costs: CaseCosts = {
    totalFen: fen('total'),
    medicalFen: fen('medical'),
    seriousFen: fen('serious'),
    otherFen: fen('other'),
    costs: { 'in-scope': fen('inScope'), 'out-of-scope': fen('outOfScope'), 'special-drug': fen('drug') },
  };
  const unfit = costsProblem(costs);
  if (unfit !== null) wrong(unfit);
  return {
    settlementNo: matching(cell('settlementNo'), /^[0-9A-Za-z-]{1,40}$/, '结算单号应为字母、数字或横线，不超过 40 位'),
    costs,
    claim: {
      ...{ caseNo, editionCode, planCode, ruleVersion },
      policyNo: matching(cell('policyNo'), /^[0-9A-Za-z-]{6,40}$/, '保单号应为 6 到 40 位字母、数字或横线'),
      ...personOf(cell, books.today),
      oneStop: oneOf(cell('oneStop'), { 是: true, 否: false }, '一站式'),
      kind: oneOf(cell('kind'), invert(VISIT_KINDS), '就诊类型'),
      hospital: matching(cell('hospital'), /^[^\p{Cc}]{2,60}$/u, '就诊机构应为 2 到 60 个字'),
      ...daysOf({ day, dayOrNone }, books.today),
      ...outcomeOf(cell, { day, dayOrNone }, () => (cell('payable') === '' ? null : fen('payable'))),
      ratioClass: oneOf(cell('ratioClass'), { 正常: 'normal', 既往症: 'pre-existing' } as const, '赔付比例'),
      dataAsOf: notAfter(day('dataAsOf'), books.today, '医保数据截至'),
    },
  };
}

type Days = {
  readonly day: (key: keyof typeof COLUMNS) => string;
  readonly dayOrNone: (key: keyof typeof COLUMNS) => string | null;
};

/** No stay in a hospital costs more; sums of a year stay exact. */
const MOST_FEN = 1_000_000_000;

function wrong(message: string): never {
  throw new Wrong(message);
}

function matching(text: string, pattern: RegExp, message: string): string {
  return pattern.test(text) ? text : wrong(message);
}

function notAfter(day: string, today: string, heading: string): string {
  return day > today ? wrong(`${heading}不能晚于今天`) : day;
}

function dayOf(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year === undefined || !isRealDay(Number(year), Number(month), Number(day))) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function oneOf<Value>(text: string, table: Readonly<Record<string, Value>>, heading: string): Value {
  const found = Object.entries(table).find(([label]) => label === text);
  return found ? found[1] : wrong(`${heading}应为${Object.keys(table).join('、')}`);
}

function invert<Key extends string>(table: Readonly<Record<Key, string>>): Record<string, Key> {
  return Object.fromEntries(Object.entries(table).map(([key, label]) => [label, key as Key]));
}

function personOf(cell: (key: keyof typeof COLUMNS) => string, today: string) {
  const label = cell('idType').replace(/^(身份证)?$/, '居民身份证');
  const idType = ID_TYPES.find((type) => type.label === label)?.code ?? wrong('证件类型不在列表里');
  const name = checkName(idType, cell('name'));
  if (!name.ok) return wrong('姓名不对');
  const paper = checkIdPaper(idType, cell('idNumber'), { todayBeijing: today });
  if (!paper.ok) return wrong('证件号码不对');
  const phone = cell('phone') === '' ? null : checkPhone(cell('phone'));
  if (phone && !phone.ok) return wrong('手机号不对');
  return { name: name.normalized, idType, idNumber: paper.normalized, phone: phone ? phone.normalized : null };
}

function daysOf({ day, dayOrNone }: Days, today: string) {
  const visitFrom = day('visitFrom');
  const visitTo = notAfter(day('visitTo'), today, '就诊结束');
  if (visitTo < visitFrom) wrong('就诊结束早于就诊开始');
  const acceptedOn = notAfter(day('acceptedOn'), today, '受理日期');
  if (acceptedOn < visitFrom) wrong('受理日期早于就诊开始');
  const papersOn = dayOrNone('papersOn');
  if (papersOn !== null && (papersOn < acceptedOn || papersOn > today)) wrong('资料齐全日期不在受理日期和今天之间');
  return { visitFrom, visitTo, acceptedOn, papersOn };
}

/** What a status needs to be true: a day, an amount, a reason. */
function outcomeOf(
  cell: (key: keyof typeof COLUMNS) => string,
  { dayOrNone }: Days,
  payable: () => Fen | null,
): Pick<ClaimFacts, 'status' | 'refusal' | 'missingPapers' | 'decidedOn' | 'paidOn' | 'payableFen' | 'accountTail'> {
  const status = claimStatusOf(cell('status')) ?? wrong(`状态应为${CLAIM_STATUS_LABELS.join('、')}`);
  const refusal = refusalReasonOf(cell('refusal'));
  if (status === 'refused' ? refusal === null : cell('refusal') !== '') {
    wrong(`不予赔付时原因应为${Object.values(REFUSAL_REASONS).join('、')}，其他状态不写`);
  }
  const missingPapers = cell('missingPapers')
    .split(/[、,，]/)
    .map((paper) => paper.trim())
    .filter((paper) => paper !== '');
  const unknown = missingPapers.some((paper) => !CLAIM_PAPERS.includes(paper));
  if (unknown || (status === 'papers-asked') !== missingPapers.length > 0) {
    wrong(`资料待补时缺少资料应从${CLAIM_PAPERS.join('、')}里写，用顿号隔开，其他状态不写`);
  }
  const decidedOn = dayOrNone('decidedOn');
  const isDecided = status === 'to-pay' || status === 'paid' || status === 'refused';
  if (isDecided !== (decidedOn !== null)) wrong('待支付、已赔付、不予赔付要有结论日期，其他状态不写');
  const paidOn = dayOrNone('paidOn');
  if ((status === 'paid') !== (paidOn !== null)) wrong('已赔付要有到账日期，其他状态不写');
  const payableFen = payable();
  const isAgreed = status === 'to-pay' || status === 'paid';
  if (isAgreed && !payableFen) wrong('待支付、已赔付要有赔付金额');
  if (!isAgreed && payableFen) wrong('还没有同意赔付，不能有赔付金额');
  const tail = cell('accountTail');
  const accountTail = tail === '' ? null : matching(tail, /^\d{3,4}$/, '收款账户尾号应为 3 或 4 位数字');
  if (status === 'paid' && accountTail === null) wrong('已赔付要有收款账户尾号');
  return { status, refusal, missingPapers, decidedOn, paidOn, payableFen: isAgreed ? payableFen : null, accountTail };
}
