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
const COVERING: readonly number[] = [POLICY_STATUS.notYetInForce, POLICY_STATUS.inForce, POLICY_STATUS.changing];

/** How many people this person has insured for a year; each policy insures one. Null when nobody is. */
export function heldCover(policies: readonly Policy[], year: number): HeldCover | null {
  const covering = policies.filter((policy) => policy.editionYear === year && COVERING.includes(policy.status));
  const [first] = covering;
  if (!first) return null;
  return { people: covering.length, year, validDate: first.validDate, invalidDate: first.invalidDate };
}
