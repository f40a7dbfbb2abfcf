import type { DictionaryCode } from '@huimin/contract/vocabulary';

export interface DictionaryEntry {
  readonly value: string;
  readonly label: string;
  /** Whether it can still be chosen; whoever chose it before keeps it. */
  readonly isOffered: boolean;
}

interface DictionaryRow {
  readonly title: string;
  /** Where residents meet it. */
  readonly shownAt: string;
  /** `operators`: words, order and what is offered are theirs; `code`: fixed, because of what `why` says. */
  readonly owner: 'operators' | 'code';
  readonly why: string;
  /** Entries that can always be chosen. */
  readonly always: readonly string[];
}

const code = (title: string, shownAt: string, why: string): DictionaryRow => ({
  ...{ title, shownAt, why, owner: 'code', always: [] },
});

/** Every coded list, and who decides about it. */
export const DICTIONARIES: Readonly<Record<DictionaryCode, DictionaryRow>> = {
  refund_reason: {
    ...{ title: '退保原因', shownAt: '退保：为什么退', owner: 'operators', always: ['other', 'not-needed'] },
    why: '编码写进退款记录和统计，不能增减',
  },
  change_reason: {
    ...{ title: '变更原因', shownAt: '改信息：为什么改', owner: 'operators', always: ['other'] },
    why: '编码写进变更记录，不能增减',
  },
  complaint_category: {
    ...{ title: '投诉分类', shownAt: '投诉：投诉什么', owner: 'operators', always: ['other'] },
    why: '编码写进投诉记录和给监管的清单，不能增减',
  },
  id_type: code('证件类型', '填参保人、查保单', '每一种有自己的号码规则，报给保险公司和监管的也是这个编码'),
  relationship: code('与投保人的关系', '填参保人', '投保规则和受益关系按这个编码判断'),
  sex: code('性别', '填参保人', '报给保险公司的编码'),
  medical_type: code('医保类型', '填参保人、查理算', '医保局的编码，310 职工、390 居民'),
  city: code('医保所在地（市）', '选医保所在地', '国家行政区划代码，13 市和省直'),
  suzhou_district: code('苏州区县', '选医保所在地', '医保经办机构代码，园区和市本级不是行政区划代码'),
  document: code('协议和条款的种类', '投保前阅读', '种类由投保流程决定；文字在“页面与条款”里改'),
};

export const DICTIONARY_LABEL_MOST = 20;

/** What is wrong with new words for a list, as a sentence; null when nothing is. `known`: the values that it has. */
export function dictionaryProblem(
  of: DictionaryCode,
  entries: readonly DictionaryEntry[],
  known: readonly string[],
): string | null {
  const { owner, always } = DICTIONARIES[of];
  if (owner === 'code') return '这个字典由程序固定，不能在这里改';
  const values = entries.map(({ value }) => value);
  if (
    values.length !== known.length ||
    new Set(values).size !== known.length ||
    !known.every((one) => values.includes(one))
  )
    return '字典的条目变了，请重新打开再改';
  const labels = entries.map(({ label }) => label.trim());
  if (labels.some((label) => label === '' || Array.from(label).length > DICTIONARY_LABEL_MOST))
    return `每一项要写字，不超过 ${DICTIONARY_LABEL_MOST} 个字`;
  if (new Set(labels).size !== labels.length) return '有两项写得一样，居民分不清';
  const missing = entries.find(({ value, isOffered }) => always.includes(value) && !isOffered);
  return missing === undefined ? null : `“${missing.label}”要一直能选，不能关掉`;
}

/** What is different, a line each. */
export function dictionaryDifferences(
  before: readonly DictionaryEntry[],
  after: readonly DictionaryEntry[],
): readonly string[] {
  const former = new Map(before.map((entry) => [entry.value, entry]));
  const lines = after.flatMap(({ value, label, isOffered }) => {
    const old = former.get(value);
    if (old === undefined) return [];
    return [
      ...(old.label === label ? [] : [`“${old.label}” → “${label}”`]),
      ...(old.isOffered === isOffered ? [] : [isOffered ? `重新能选“${label}”` : `不再能选“${label}”`]),
    ];
  });
  const isMoved = before.some(({ value }, index) => after[index]?.value !== value);
  return isMoved ? [...lines, `顺序：${after.map(({ label }) => label).join('、')}`] : lines;
}
