import type { ClaimRulesOfEditionValue } from '@huimin/contract/console';

export const RATIO_WORDS = { normal: '正常', 'pre-existing': '既往症' } as const;
export const ROUNDINGS = { 'half-up': '四舍五入到分', down: '不到 1 分的舍去' } as const;
export const ROUNDED_PER = { year: '全年累计', case: '每个案件' } as const;

export const planNameOf = (plans: ClaimRulesOfEditionValue['plans'], code: string): string =>
  plans.find((plan) => plan.code === code)?.name ?? code;
