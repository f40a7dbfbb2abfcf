import { ID_TYPES } from '../person/index.ts';
import { CITIES, placeNameLookup, SUZHOU_DISTRICTS } from '../region/index.ts';

/** Most people in one file. */
export const MOST_ROSTER_ROWS = 10_000;

type RosterField = 'name' | 'idType' | 'idNumber' | 'birthDate' | 'sex' | 'phone' | 'region';

interface RosterColumn {
  readonly field: RosterField;
  /** As the template has it. */
  readonly heading: string;
  /** As other tables of companies have it. */
  readonly also: readonly string[];
  readonly required: boolean;
}

/** The columns of a list of people, in the order of the template. */
const COLUMNS: readonly RosterColumn[] = [
  { field: 'name', heading: '姓名', also: ['员工姓名', '名字'], required: true },
  { field: 'idType', heading: '证件类型', also: [], required: false },
  { field: 'idNumber', heading: '证件号码', also: ['身份证号', '身份证号码', '证件号'], required: true },
  { field: 'birthDate', heading: '出生日期', also: ['生日'], required: false },
  { field: 'sex', heading: '性别', also: [], required: false },
  { field: 'phone', heading: '手机号', also: ['手机', '手机号码', '联系电话'], required: true },
  { field: 'region', heading: '医保所在地', also: ['参保地', '医保地'], required: false },
];

export const ROSTER_HEADINGS: readonly string[] = COLUMNS.map((column) => column.heading);

/** What fills the template: invented, and refused when it is sent back. */
export const ROSTER_EXAMPLE: readonly string[] = [
  '示例（上传前请删掉这一行）',
  '居民身份证',
  '身份证要 18 位，本列已设为文本',
  '身份证不用填；别的证件填 1990-01-31',
  '身份证不用填；别的证件填 男 或 女',
  '本人能收短信的手机号',
  '如 南京、苏州工业园区；不填就由本人选',
];

export type RosterColumns = Readonly<Partial<Record<RosterField, number>>>;

/** Where each column stands, or what is wrong with the heading. */
export function rosterColumns(cells: readonly string[]): RosterColumns | string {
  const found: Partial<Record<RosterField, number>> = {};
  cells.forEach((cell, place) => {
    const text = cell.replace(/[\s*（(].*$/u, '').trim();
    const column = COLUMNS.find(({ heading, also }) => heading === text || also.includes(text));
    if (column && found[column.field] === undefined) found[column.field] = place;
  });
  const missing = COLUMNS.filter(({ field, required }) => required && found[field] === undefined);
  if (missing.length === 0) return found;
  return `第一行要有这些列：${missing.map(({ heading }) => heading).join('、')}。请用下载的模板`;
}

/** One row as it was typed; what it says is checked like any other person. */
export interface RosterRow {
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
  readonly birthDate?: string;
  readonly sex?: 'm' | 'f';
  readonly phone: string;
  /** Null: the person chooses. */
  readonly regionCode: string | null;
}

export interface RosterProblem {
  readonly problem: string;
  readonly fix: string;
}

/** Problem and remedy of a sentence such as 身份证号应为 18 位，现在是 17 位。请对照证件补全. */
export function problemAndFix(message: string): RosterProblem {
  const at = /[。，](?=请|对照)/u.exec(message);
  if (!at) return { problem: message, fix: message.includes('姓名') ? '改成证件上的姓名' : '请改正这一行' };
  return { problem: message.slice(0, at.index), fix: message.slice(at.index + 1).replace(/^请/u, '') };
}

/** What a row says, or why it cannot be read; `spoilt`: columns whose long number a table program has cut off. */
export function rosterRow(
  columns: RosterColumns,
  row: { readonly cells: readonly string[]; readonly spoilt: readonly number[] },
): RosterRow | RosterProblem {
  const text = (field: RosterField): string => {
    const place = columns[field];
    return place === undefined ? '' : (row.cells[place] ?? '').trim();
  };
  if (columns.idNumber !== undefined && row.spoilt.includes(columns.idNumber)) {
    return { problem: '证件号码的后几位被表格软件改成了 0', fix: '把这一列设为文本，再对照证件重新填' };
  }
  const typed = text('name');
  if (typed === ROSTER_EXAMPLE[0]) return { problem: '这是模板里的示例', fix: '删掉这一行' };
  if (/\s/u.test(typed) && /^[\p{sc=Han}\s·]+$/u.test(typed)) return { problem: '姓名里有空格', fix: '去掉空格' };
  const idType = idTypeOfText(text('idType'));
  if (idType === null)
    return { problem: '证件类型不认识', fix: `填 ${ID_TYPES.map(({ label }) => label).join('、')}之一` };
  const sex = sexOfText(text('sex'));
  if (sex === null) return { problem: '性别不认识', fix: '填 男 或 女' };
  const regionCode = regionOfText(text('region'));
  if (regionCode === undefined)
    return { problem: '医保所在地不是江苏的市', fix: '填 南京、苏州工业园区 这样的地名，或者不填' };
  const birthDate = text('birthDate')
    .replace(/[./]/gu, '-')
    .replace(/^(\d{4})-(\d)-/u, '$1-0$2-');
  return {
    name: typed,
    idType,
    idNumber: text('idNumber'),
    ...(birthDate === '' ? {} : { birthDate: birthDate.replace(/-(\d)$/u, '-0$1') }),
    ...(sex === undefined ? {} : { sex }),
    phone: text('phone'),
    regionCode,
  };
}

function idTypeOfText(text: string): string | null {
  if (text === '' || text === '身份证') return '01';
  return ID_TYPES.find(({ label, code }) => label === text || code === text)?.code ?? null;
}

/** Undefined where nothing is written, null where it is neither. */
function sexOfText(text: string): 'm' | 'f' | undefined | null {
  if (text === '') return undefined;
  return text === '男' ? 'm' : text === '女' ? 'f' : null;
}

/** Null where nothing is written, undefined where it is no place of the product. */
function regionOfText(text: string): string | null | undefined {
  if (text === '') return null;
  const place = text.replace(/^江苏省?/u, '').replace(/\s|-/gu, '');
  const found =
    placeNameLookup(place) ??
    [...CITIES, ...SUZHOU_DISTRICTS].find(({ name, shortName }) =>
      [name, shortName, `苏州${shortName}`, `苏州市${shortName}`, `苏州市${name}`].includes(place),
    );
  return found?.code;
}
