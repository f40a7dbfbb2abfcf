import { formatDotRange } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { Card, Section, Tag } from '../../ui/index.ts';

/** The policies of former years, and how they follow one another. Nothing where there are none. */
export function History({ memberId }: { memberId: string | null }) {
  const history = useCall(calls.queryHistoryPolicy, memberId === null ? {} : { memberId }, { quietFailure: true });
  if (!history.value || history.value.policies.length === 0) return null;
  const { yearsInARow, policies } = history.value;
  return (
    <Section title={yearsInARow > 1 ? `连续参保 ${yearsInARow} 年` : '参保记录'}>
      <Card flush>
        <ul className="pe-history">
          {policies.map((policy) => (
            <li key={`${policy.validDate} ${policy.planName}`}>
              <span>
                {policy.productName}
                <small className="num">{formatDotRange(policy.validDate, policy.invalidDate)}</small>
              </span>
              <Tag>{policy.continues ? '接着上一年' : policy.statusText}</Tag>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
