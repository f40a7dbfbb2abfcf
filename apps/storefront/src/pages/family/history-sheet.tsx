import { formatDotRange } from '@huimin/domain/date';
import { shownPolicyStatus } from '@huimin/domain/policy';
import type { FamilyPerson } from '../../features/family/cover-words.ts';
import { Sheet, Tag } from '../../ui/index.ts';
import type { StatusWords } from './person-card.tsx';

type Props = { person: FamilyPerson | null; words: StatusWords; onClose: () => void };
type Tone = 'ok' | 'warn' | 'err' | 'info' | 'neutral';

/** Every policy the account bought for one person, those given back as well. */
export function HistorySheet({ person, words, onClose }: Props) {
  return (
    <Sheet open={person !== null} title={`${person?.member.name ?? ''}的参保记录`} onClose={onClose}>
      <ul className="family-history">
        {person?.history.map((policy) => {
          const word = policy.status === null ? { label: '出单中', tone: 'warn' } : words?.[String(policy.status)];
          return (
            <li key={`${policy.orderNo} ${policy.position}`}>
              <p className="family-name">
                <b>{policy.productName}</b>
                <Tag tone={(word?.tone ?? 'neutral') as Tone}>
                  {word?.label ?? shownPolicyStatus(policy.status ?? 0).label}
                </Tag>
              </p>
              <p className="small muted num">{formatDotRange(policy.validDate, policy.invalidDate)}</p>
              <p className="small muted">
                {policy.planName}
                {policy.policyNo && <span className="num"> · 保单号 {policy.policyNo}</span>}
              </p>
              <a className="link" href={`#/orderDetail?orderNo=${encodeURIComponent(policy.orderNo)}`}>
                看这笔订单
              </a>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
