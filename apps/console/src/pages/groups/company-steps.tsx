import type { DeskGroupValue } from '@huimin/contract/console';
import { shortTime } from '../../parts/when.ts';

/** The seven steps of a company, with when each was reached. */
export function CompanySteps({ group }: { group: DeskGroupValue }) {
  const here = group.steps.findIndex(({ status }) => status === group.status);
  return (
    <ol className="company-steps" aria-label="进度">
      {group.steps.map(({ status, label, at }, place) => {
        const isReached = here >= 0 ? place < here || status === 'completed' : at !== null;
        const isHere = place === here && status !== 'completed';
        const name = isHere ? 'step-here' : isReached && (here < 0 || place <= here) ? 'step-reached' : '';
        return (
          <li key={status} className={name} {...(place === here ? { 'aria-current': 'step' as const } : {})}>
            <i className="num" aria-hidden="true">
              {name === 'step-reached' ? '✓' : place + 1}
            </i>
            <b>{label}</b>
            {at !== null && name !== '' && <small className="num">{shortTime(at)}</small>}
          </li>
        );
      })}
    </ol>
  );
}
