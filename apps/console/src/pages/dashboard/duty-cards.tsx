import type { DashboardValue } from '@huimin/contract/console';
import { Link } from 'react-router';
import { Icon } from '../../app/icon.tsx';
import { useSelf } from '../../app/self.tsx';
import { shortDay, shortTime } from '../../parts/when.ts';
import { count } from './board.ts';

interface Duty {
  readonly icon: string;
  readonly title: string;
  readonly count: number;
  readonly note: string;
  readonly tone?: 'warn' | 'info';
  /** A page that everybody who is told of it may open. */
  readonly path: string;
  readonly verb: string;
}

/** What waits for whoever looks, with the way there. */
export function DutyCards({ waiting }: { waiting: DashboardValue['waiting'] }) {
  const { self } = useSelf();
  const short = shortTime;
  const duties: Duty[] = [
    ...(waiting.refunds === null
      ? []
      : [
          {
            ...{ icon: 'refund', title: '退款待审', count: waiting.refunds, path: '/refunds', verb: '去审' },
            note: waiting.refundDueAt ? `最早 ${short(waiting.refundDueAt)} 到期` : '没有到期的',
            ...(waiting.refundDueAt ? { tone: 'warn' as const } : {}),
          },
        ]),
    ...(waiting.differences === null
      ? []
      : [
          {
            ...{ icon: 'list', title: '对账差异', count: waiting.differences, path: '/reconciliation', verb: '去处理' },
            note: waiting.differenceDay ? `${shortDay(waiting.differenceDay)} 起没有结清` : '都结清了',
            ...(waiting.differenceDay ? { tone: 'warn' as const } : {}),
          },
        ]),
    {
      ...{ icon: 'page', title: '付款后未出单', count: waiting.unissued, path: '/orders', verb: '去看' },
      note: waiting.unissuedSince ? `最早 ${short(waiting.unissuedSince)} 付款` : '都出单了',
    },
    ...(self.permissions.includes('approvals.view')
      ? [
          {
            ...{ icon: 'two', title: '待我复核', count: self.waitingApprovals, path: '/approvals', verb: '去审' },
            note: self.waitingApprovals > 0 ? '等第二个人' : '没有申请',
            tone: 'info' as const,
          },
        ]
      : []),
  ];
  return (
    <ul className="board-duties" aria-label="要处理的事">
      {duties.map((duty) => {
        const address = duty.path === '/orders' ? '/orders?group=paid' : duty.path;
        return (
          <li key={duty.title}>
            <Icon name={duty.icon} />
            <span>{duty.title}</span>
            <b className="num">{count(duty.count)}</b>
            <span className={duty.tone === 'warn' && duty.count > 0 ? 'duty-warn' : 'duty-note'}>{duty.note}</span>
            <Link to={address} aria-label={`${duty.title}，${duty.verb}`}>
              {duty.verb}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
