import type { ChangeOverviewValue, ChangeValue } from '@huimin/contract';

/** The head of a request's own screen. */
export function headTitle({ status }: ChangeValue): string {
  switch (status) {
    case 'REVIEWING':
      return '更正审核中';
    case 'PAPERS_WANTED':
      return '请补充材料';
    case 'APPROVED':
      return '已经更正';
    case 'REJECTED':
      return '没有通过';
    case 'WITHDRAWN':
      return '已经撤回';
    case 'DRAFT':
      return '还没有提交';
  }
}

/** What follows from where it stands. */
export function headLine(change: ChangeValue): string {
  if (change.latestResult) return `最晚 ${change.latestResult} 有结果`;
  if (change.status === 'APPROVED') return `${change.decidedAt ?? ''} 生效，保障没有变`;
  return change.note ?? change.submittedAt ?? '';
}

/** `190****0002 改为 190****0003`, of every field of it. */
export function itemsText({ items }: ChangeValue): string {
  return items.map(({ before, after }) => `${before} 改为 ${after}`).join('；');
}

export function itemLabels({ items }: ChangeValue): string {
  return items.map(({ label }) => label).join('、');
}

/** A request that waits for a person, of a policy or (null) of the payer. */
export function openChange(overview: ChangeOverviewValue, policyNo: string | null): ChangeValue | null {
  const waiting = overview.changes.filter(({ status }) => status === 'REVIEWING' || status === 'PAPERS_WANTED');
  return waiting.find((change) => change.policyNo === policyNo) ?? null;
}

const WHEN: Readonly<Record<ChangeOverviewValue['phase'], string>> = {
  selling: '联系方式随时能改。姓名和证件号要审核',
  listed: '参保名单已经交给保险公司，姓名、证件号和医保所在地要审核',
  covered: '保障期内仅可修改联系方式，如需更正证件信息请上传材料',
  ended: '保障已经结束，只能修改联系方式',
};

export const whenText = ({ phase }: ChangeOverviewValue): string => WHEN[phase];
