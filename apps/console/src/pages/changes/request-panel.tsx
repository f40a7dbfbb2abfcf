import type { DeskRequestRowValue, DeskRequestViewValue } from '@huimin/contract/console';
import { App, Button, Dropdown, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { TimeLeft } from '../../parts/time-left.tsx';
import { dottedDays, shortTime } from '../../parts/when.ts';
import { ApprovalCard } from '../orders/approvals-panel.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { Papers } from './papers.tsx';
import type { Purpose } from './purpose.ts';

type Verdict = DeskRequestViewValue['decisions'][number];

const PURPOSES: readonly { key: Purpose; label: string }[] = [
  { key: 'review', label: '对照材料审核' },
  { key: 'call', label: '来电核对' },
  { key: 'complaint', label: '处理投诉' },
];
const DAY_MS = 24 * 3_600_000;

interface Props {
  readonly requestNo: string;
  /** 2 / 14 */
  readonly place: string;
  readonly now: string;
  /** Null: it has been said what was done. */
  onDone(words: string | null): void;
  /** To the list, where the address names no request. */
  onLeave(): void;
}

/** One request: old and new beside each other, its papers, what the rules say, and deciding it. */
export function RequestPanel({ requestNo, place, now, onDone, onLeave }: Props) {
  const { value: request, problem, isUnknown, reload } = useCall('showDeskRequest', { requestNo });
  const { message } = App.useApp();
  const { refresh } = useSelf();
  const [whole, setWhole] = useState<{ rows: readonly DeskRequestRowValue[]; purpose: Purpose } | null>(null);
  const [deciding, setDeciding] = useState<Verdict | null>(null);
  const read = (purpose: Purpose) =>
    call('readDeskRequest', { requestNo, purpose }).then(
      ({ rows }) => setWhole({ rows, purpose }),
      (fault) => message.error(sentenceOf(fault)),
    );
  const decide = (verdict: Verdict) => request?.decisions.includes(verdict) && setDeciding(verdict);
  useKeys(
    {
      o: () => request?.mayRead && (whole === null ? void read('review') : setWhole(null)),
      a: () => decide('approve'),
      s: () => decide('ask-papers'),
      d: () => decide('refuse'),
    },
    [
      ['O', '看完整内容、再遮盖'],
      ['A', '同意'],
      ['S', '要材料'],
      ['D', '驳回'],
    ],
  );
  return (
    <aside className="panel change-panel" aria-label="申请详情">
      <div className="panel-head">
        <h2 className="num">{requestNo}</h2>
        <span className="space" />
        <small className="num">{place}</small>
      </div>
      <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={onLeave} />
      {request === null && problem === null && <Skeleton active style={{ padding: 14 }} />}
      {request?.approval && (
        <ApprovalCard
          approval={request.approval}
          reload={() => {
            reload();
            refresh();
            onDone(null);
          }}
        />
      )}
      {request && (
        <div className="panel-body">
          <Facts request={request} now={now} />
          <div className="change-compare-head">
            <h3>{request.rows.some(({ changed }) => changed) ? '原来和改后' : '申请内容'}</h3>
            {request.mayRead &&
              (whole === null ? (
                <Dropdown
                  autoFocus
                  trigger={['click']}
                  menu={{ items: [...PURPOSES], onClick: ({ key }) => read(key as Purpose) }}
                >
                  <Button size="small" icon={<Icon name="down" size={14} />} iconPlacement="end">
                    看完整内容
                  </Button>
                </Dropdown>
              ) : (
                <Button size="small" icon={<Icon name="hidden" size={14} />} onClick={() => setWhole(null)}>
                  遮盖
                </Button>
              ))}
          </div>
          {whole !== null && (
            <p className="change-read">
              {PURPOSES.find(({ key }) => key === whole.purpose)?.label}，已记进日志，本人也看得到
            </p>
          )}
          <Compare rows={whole?.rows ?? request.rows} isWhole={whole !== null} />
          {request.files.length > 0 && <Papers request={request} purpose={whole?.purpose ?? null} />}
          {request.checks.length > 0 && (
            <>
              <h3>自动检查</h3>
              <ul className="refund-checks">
                {request.checks.map(({ good, text }) => (
                  <li key={text} className={`state state-${good ? 'good' : 'warn'}`}>
                    <Icon name={good ? 'check' : 'warn'} size={16} />
                    {text}
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3>经过</h3>
          <ul className="change-history">
            {request.history.map((one) => (
              <li key={`${one.at} ${one.what}`}>
                <span className="num">{shortTime(one.at)}</span>
                <span>
                  {one.what}
                  <small>{one.who}</small>
                  {one.note !== null && <em>{one.note}</em>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {request && <Actions request={request} onDecide={setDeciding} />}
      {request && deciding !== null && (
        <DecisionDialog
          request={request}
          verdict={deciding}
          onClose={() => setDeciding(null)}
          onDone={(words) => {
            reload();
            onDone(words);
          }}
        />
      )}
    </aside>
  );
}

function Facts({ request, now }: { request: DeskRequestViewValue; now: string }) {
  const { may } = useSelf();
  return (
    <dl className="facts">
      <dt>申请人</dt>
      <dd>
        {request.who}
        <span className="space" />
        {request.dueAt === null ? (
          <StateTag tone={request.tone}>{request.statusLabel}</StateTag>
        ) : (
          <TimeLeft dueAt={request.dueAt} now={now} soonMs={DAY_MS} />
        )}
      </dd>
      <dt>原因</dt>
      <dd>{request.why}</dd>
      <dt>所在地</dt>
      <dd>{request.place}</dd>
      {request.orderNo !== null && (
        <>
          <dt>订单</dt>
          <dd className="num">
            {may('orders.view') ? <Link to={`/orders/${request.orderNo}`}>{request.orderNo}</Link> : request.orderNo}
          </dd>
        </>
      )}
    </dl>
  );
}

function Compare({ rows, isWhole }: { rows: readonly DeskRequestRowValue[]; isWhole: boolean }) {
  const isChange = rows.some(({ changed }) => changed);
  return (
    <table className="change-compare">
      <caption className="sr-only">{isWhole ? '完整内容' : '遮盖的内容'}</caption>
      <thead className={isChange ? undefined : 'sr-only'}>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">{isChange ? '原来' : '内容'}</th>
          {isChange && <th scope="col">改成</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label} data-changed={row.changed || undefined}>
            <th scope="row">{row.label}</th>
            <td className="num" colSpan={isChange && row.after === null ? 2 : 1}>
              {dottedDays(row.before)}
            </td>
            {row.after !== null && (
              <td className="num">
                {dottedDays(row.after)}
                {row.differs !== null && <small>遮住的{row.differs}</small>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actions({ request, onDecide }: { request: DeskRequestViewValue; onDecide(verdict: Verdict): void }) {
  const { decisions, whyNotMine, twoNeeded } = request;
  if (whyNotMine !== null && request.approval === null) {
    return (
      <div className="refund-bar">
        <span className="state state-plain">
          <Icon name="lock" size={16} />
          {whyNotMine}
        </span>
      </div>
    );
  }
  if (decisions.length === 0) return null;
  return (
    <div className="refund-bar">
      {decisions.includes('refuse') && (
        <Button onClick={() => onDecide('refuse')}>
          驳回 <kbd>D</kbd>
        </Button>
      )}
      {decisions.includes('ask-papers') && (
        <Button onClick={() => onDecide('ask-papers')}>
          要材料 <kbd>S</kbd>
        </Button>
      )}
      <span className="space" />
      {decisions.includes('approve') && (
        <Button type="primary" ghost onClick={() => onDecide('approve')}>
          {twoNeeded === null ? '同意' : '同意，交复核'} <kbd>A</kbd>
        </Button>
      )}
    </div>
  );
}
