import type { Calls, OutputOf } from '@huimin/contract';
import { POLICY_STATUS } from '@huimin/domain/policy';

type Policy = Pick<
  OutputOf<Calls['selectListPolicy']>['policies'][number],
  'status' | 'editionYear' | 'validDate' | 'invalidDate'
>;

export interface HeldCover {
  readonly people: number;
  readonly year: number;
  readonly validDate: string;
  readonly invalidDate: string;
}

/** Statuses of a policy that covers, or will when its first day comes. */
export const COVERING: readonly number[] = [POLICY_STATUS.notYetInForce, POLICY_STATUS.inForce, POLICY_STATUS.changing];

/** How many people this person has insured, by year, the latest first; each policy insures one. */
export function heldCovers(policies: readonly Policy[]): readonly HeldCover[] {
  const covering = policies.filter(({ status }) => COVERING.includes(status));
  const years = [...new Set(covering.map(({ editionYear }) => editionYear))].sort((one, other) => other - one);
  return years.map((year) => {
    const [first, ...others] = covering.filter(({ editionYear }) => editionYear === year) as [Policy, ...Policy[]];
    return { people: 1 + others.length, year, validDate: first.validDate, invalidDate: first.invalidDate };
  });
}
