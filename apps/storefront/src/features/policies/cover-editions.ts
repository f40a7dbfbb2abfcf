import type { Calls, OutputOf } from '@huimin/contract';
import { COVERING } from './held-cover.ts';

type Policy = Pick<
  OutputOf<Calls['selectListPolicy']>['policies'][number],
  'status' | 'editionCode' | 'productName' | 'validDate' | 'invalidDate'
>;

export type CoverEdition = Pick<Policy, 'editionCode' | 'productName'>;

/**
 * Editions whose drugs and services somebody may look for: the one on show and those that insure somebody of the family. The one whose
 * cover runs today comes first, since next year's is on show for months before its cover begins; then one that will cover, then the one
 * on show. `today`: `YYYY-MM-DD`.
 */
export function coverEditions(
  policies: readonly Policy[],
  shown: CoverEdition,
  today: string,
): readonly [CoverEdition, ...CoverEdition[]] {
  const covering = policies.filter(({ status }) => COVERING.includes(status));
  const rankOf = ({ editionCode: code }: CoverEdition): number => {
    const own = covering.filter(({ editionCode }) => editionCode === code);
    if (own.some(({ validDate, invalidDate }) => validDate <= today && today <= invalidDate)) return 2;
    return own.length > 0 ? 1 : 0;
  };
  const editions = new Map<string, CoverEdition>();
  for (const { editionCode, productName } of [shown, ...covering]) {
    if (!editions.has(editionCode)) editions.set(editionCode, { editionCode, productName });
  }
  const [first = shown, ...others] = [...editions.values()].sort((one, other) => rankOf(other) - rankOf(one));
  return [first, ...others];
}
