import type { ApprovalValue, ClaimRulesOfEditionValue } from '@huimin/contract/console';
import { Skeleton } from 'antd';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { ApprovalCard } from '../orders/approvals-panel.tsx';
import { RuleTable } from './rule-table.tsx';
import { TrialPanel } from './trial-panel.tsx';

interface Props {
  readonly edition: ClaimRulesOfEditionValue;
  readonly approval: ApprovalValue;
  reload(): void;
}

/** A version that waits for a second person, with what it would change. */
export function AskedRules({ edition, approval, reload }: Props) {
  const { value, problem, reload: again } = useCall('showAskedClaimRules', { edition: edition.edition });
  return (
    <>
      <section className="panel" aria-label="待复核">
        <ApprovalCard approval={approval} reload={reload} />
      </section>
      <LoadProblem problem={problem} onRetry={again} />
      {value === null && problem === null && <Skeleton active />}
      {value && (
        <>
          <RuleTable rules={value.rules} plans={edition.plans} />
          <TrialPanel trial={value.trial} />
        </>
      )}
    </>
  );
}
