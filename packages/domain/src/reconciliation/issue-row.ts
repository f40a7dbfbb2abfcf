import { type BeijingDay, parseDate } from '../date/index.ts';
import { type Fen, yuanTextToFen } from '../money/index.ts';
import type { InsurerPolicy } from './compare-issue.ts';

/** One line of an insurer's issue file. */
export interface IssueRow extends InsurerPolicy {
  readonly policyNo: string;
  readonly editionCode: string;
  readonly issuedOn: BeijingDay;
}

/** Where a file has each column. */
export interface IssueColumns {
  readonly width: number;
  readonly policyNo: number;
  readonly editionCode: number;
  readonly issuedOn: number;
  readonly premium: number;
  readonly state: number;
  readonly shares: readonly { readonly name: string; readonly at: number }[];
}

const NAMES = {
  policyNo: '保单号',
  editionCode: '版本',
  issuedOn: '出单日期',
  premium: '保费',
  state: '状态',
} as const;
const SHARE = /^份额[:：]([^\p{Cc}]{1,50})$/u;
const MOST_SHARES = 20;
const STATES: ReadonlyMap<string, InsurerPolicy['state']> = new Map([
  ['有效', 'valid'],
  ['退保', 'cancelled'],
]);
/** No policy costs more; sums of a day stay exact. */
const MOST_FEN = 100_000_000;

/** Columns of a file of these insurers, in the order in which a template has them. */
export function issueHeadings(insurers: readonly string[]): string[] {
  return [...Object.values(NAMES), ...insurers.map((name) => `份额:${name}`)];
}

/** Reads the first line, or says what is wrong with it. Columns that are not asked for are refused: they may name people. */
export function issueColumns(cells: readonly string[]): IssueColumns | string {
  const names = cells.map((cell) => cell.trim());
  if (new Set(names).size !== names.length) return '有两列的名字相同';
  const missing = Object.values(NAMES).filter((name) => !names.includes(name));
  if (missing.length > 0) return `缺少列：${missing.join('、')}`;
  const shares = names.flatMap((name, at) => {
    const [, insurer] = SHARE.exec(name) ?? [];
    return insurer === undefined ? [] : [{ name: insurer.trim(), at }];
  });
  if (shares.length === 0) return '缺少共保份额列，写作“份额:公司名”，每家一列';
  if (shares.length > MOST_SHARES) return `共保份额列超过 ${MOST_SHARES} 列`;
  if (names.length !== Object.keys(NAMES).length + shares.length) {
    return '有不需要的列：只要保单号、版本、出单日期、保费、状态和各家份额，请不要写姓名、证件号等个人信息';
  }
  const at = (name: keyof typeof NAMES): number => names.indexOf(NAMES[name]);
  return {
    width: names.length,
    policyNo: at('policyNo'),
    editionCode: at('editionCode'),
    issuedOn: at('issuedOn'),
    premium: at('premium'),
    state: at('state'),
    shares,
  };
}

/** Reads one line, or says what is wrong with it without repeating what it holds. */
export function issueRow(
  given: readonly string[],
  columns: IssueColumns,
  isEdition: (code: string) => boolean,
): IssueRow | string {
  if (given.length !== columns.width) return `有 ${given.length} 列，应为 ${columns.width} 列`;
  const cells = given.map((cell) => cell.trim());
  const [policyNo = '', editionCode = '', issuedOn = '', premium = '', state = ''] = (
    ['policyNo', 'editionCode', 'issuedOn', 'premium', 'state'] as const
  ).map((name) => cells[columns[name]]);
  if (!/^[0-9A-Za-z-]{6,40}$/.test(policyNo)) return '保单号应为 6 到 40 位字母、数字或横线';
  if (!isEdition(editionCode)) return '没有这个版本';
  if (!/^\d{4}-\d\d-\d\d$/.test(issuedOn) || parseDate(issuedOn) === null) return '出单日期应写成日期，如 2026-11-20';
  const premiumFen = fenOf(premium);
  if (premiumFen === null) return '保费应为元，最多两位小数，不是负数';
  const stateCode = STATES.get(state);
  if (stateCode === undefined) return '状态应为“有效”或“退保”';
  const shares: [string, Fen][] = [];
  for (const { name, at } of columns.shares) {
    const text = cells[at] ?? '';
    const fen = text === '' ? 0 : fenOf(text);
    if (fen === null) return `${name}的份额应为元，最多两位小数，不是负数`;
    if (fen > 0) shares.push([name, fen]);
  }
  return { policyNo, editionCode, issuedOn, premiumFen, state: stateCode, shares: Object.fromEntries(shares) };
}

function fenOf(text: string): Fen | null {
  const fen = yuanTextToFen(text);
  return fen !== null && fen >= 0 && fen <= MOST_FEN ? fen : null;
}
