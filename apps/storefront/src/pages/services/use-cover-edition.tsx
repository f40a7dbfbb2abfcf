import { beijingDate } from '@huimin/domain/date';
import type { ReactNode } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useKeptState, useProduct, useQuery, useServerClock } from '../../context/index.ts';
import { isKnownLoggedOut } from '../../features/account/login-memory.ts';
import { coverEditions } from '../../features/policies/cover-editions.ts';
import { Card, RadioChips } from '../../ui/index.ts';

const MOST_POLICIES = 50;

/** The edition whose drugs or services a screen is about: that of the family's cover, which need not be the one on show. */
export function useCoverEdition(): {
  readonly editionCode: string;
  /** False until it is known. */
  readonly isKnown: boolean;
  /** A route to another of these screens, which keeps the edition. */
  readonly keepIn: (route: string) => string;
  /** The choice among several; null where there is one alone. */
  readonly choice: ReactNode;
} {
  const { editionCode: shown, proName } = useProduct();
  const clock = useServerClock();
  const [chosen, choose] = useKeptState('edition', useQuery().get('edition'));
  const loggedOut = isKnownLoggedOut();
  const quiet = { overlay: false, quietFailure: true, forEverybody: true };
  const policies = useCall(calls.selectListPolicy, { limit: MOST_POLICIES }, { ...quiet, when: !loggedOut });
  const today = beijingDate(clock.now());
  const editions = coverEditions(policies.value?.policies ?? [], { editionCode: shown, productName: proName }, today);
  const { editionCode } = editions.find((one) => one.editionCode === chosen) ?? editions[0];
  const several = editions.length > 1;
  return {
    editionCode,
    isKnown: loggedOut || policies.value !== null || policies.state === 'failed',
    keepIn: (route) => (several ? `${route}${route.includes('?') ? '&' : '?'}edition=${editionCode}` : route),
    choice: several && (
      <Card flush className="mt3">
        <RadioChips
          name="cover-edition"
          legend="看哪一版"
          columns={2}
          options={editions.map((one) => ({ value: one.editionCode, label: one.productName }))}
          value={editionCode}
          onChange={choose}
        />
      </Card>
    ),
  };
}
