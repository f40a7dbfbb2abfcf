import type { Calls, OrderSummaryValue, OutputOf } from '@huimin/contract';

type Voided = NonNullable<OutputOf<Calls['queryCertificate']>['people'][number]['voided']>;

/** Marks an order in a list of papers: `已作废` when all of them are void, `1 人已作废` when some are, null when none is. */
export function voidWord(insured: OrderSummaryValue['insured']): string | null {
  const count = insured.filter(({ isVoid }) => isVoid).length;
  if (count === 0) return null;
  return count === insured.length ? '已作废' : `${count} 人已作废`;
}

/** What a list of papers says of an order: void ones first, then whether its policies are there. */
export function paperWord({ insured, status }: Pick<OrderSummaryValue, 'insured' | 'status'>): string {
  return voidWord(insured) ?? (ISSUING.includes(status) ? '生成中' : '可下载');
}

/** Paid, and the policies are not there yet. */
const ISSUING: readonly number[] = [30, 40];

/** Says it over the paper itself. */
export function voidText({ at, reason }: Voided): string {
  return `这份凭证已作废：${reason}，${at} 起不能再用`;
}
