import { beijingMs } from '../date/index.ts';
import type { CoverageDates } from './coverage.ts';
import type { Edition, Plan } from './edition.ts';
import { isOnSale, notYetOnSale, type SaleDates } from './sale-window.ts';

type Window = SaleDates & CoverageDates;

/** The next dearer plan, which those who hold `planCode` can move to; null at the dearest. */
export function dearerPlan(edition: Pick<Edition, 'plans'>, planCode: string): Plan | null {
  const from = edition.plans.find((plan) => plan.code === planCode);
  if (!from) return null;
  const dearer = edition.plans.filter((plan) => plan.premiumFen > from.premiumFen);
  return dearer.sort((a, b) => a.premiumFen - b.premiumFen)[0] ?? null;
}

/** The last moment (ms) for paying an upgrade: the end of the sale, and never once cover has begun. */
export function upgradeEndMs(edition: Window): number {
  return Math.min(beijingMs(edition.insureEnd), beijingMs(edition.validDate));
}

/** Why an upgrade cannot be bought at this moment, in words; null when it can. */
export function whyNoUpgrade(edition: Window & Pick<Edition, 'plans'>, planCode: string, nowMs: number): string | null {
  if (edition.plans.length < 2) return '这个产品只有一个方案，没有可以升的';
  if (dearerPlan(edition, planCode) === null) return '已经是最高的方案，不用再升';
  if (nowMs >= beijingMs(edition.validDate)) return '保障已经开始，这一年不能再升级';
  if (notYetOnSale(edition, nowMs)) return '参保还没有开始，开始后可以升级';
  if (!isOnSale(edition, nowMs) || nowMs >= upgradeEndMs(edition)) return '参保已经截止，不能再升级';
  return null;
}

/** What one person pays to move from a plan to a dearer one, integer fen; RangeError where it is not dearer. */
export function upgradeFen(from: Pick<Plan, 'premiumFen'>, to: Pick<Plan, 'premiumFen'>): number {
  const difference = to.premiumFen - from.premiumFen;
  if (difference <= 0) throw new RangeError('an upgrade leads to a dearer plan');
  return difference;
}
