import type { ProductInfoValue } from '@huimin/contract';

export type Plan = ProductInfoValue['plans'][number];

/** The plan an order will have: the only one, or the one that was chosen; null while one of several is to be chosen. */
export function chosenPlan(plans: readonly Plan[], planCode: string | undefined): Plan | null {
  if (plans.length === 1) return plans[0] ?? null;
  return plans.find((plan) => plan.code === planCode) ?? null;
}
