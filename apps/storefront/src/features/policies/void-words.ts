import type { Calls, OrderSummaryValue, OutputOf } from '@huimin/contract';

type Voided = NonNullable<OutputOf<Calls['queryCertificate']>['people'][number]['voided']>;

/** Marks an order in a list of papers: `已作废` when all of them are void, `1 人已作废` when some are, null when none is. */
export function voidWord(insured: OrderSummaryValue['insured']): string | null {
  const count = insured.filter(({ isVoid }) => isVoid).length;
  if (count === 0) return null;
  return count === insured.length ? '已作废' : `${count} 人已作废`;
}

/** Says it over the paper itself. */
export function voidText({ at, reason }: Voided): string {
  return `这份凭证已作废：${reason}，${at} 起不能再用`;
}
