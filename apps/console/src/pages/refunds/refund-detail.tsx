import type { RefundLineValue, RefundViewValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Button, Input, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { DayInput } from '../../app/day-input.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { MaskedPerson } from '../../parts/masked-person.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortTime } from '../../parts/when.ts';
import { today } from '../orders/time-words.ts';

interface Props {
  readonly line: RefundLineValue;
  /** 2 / 14 */
  readonly place: string;
  readonly now: string;
  /** What was agreed to is on its way. */
  readonly isAgreeing: boolean;
  /** It has come, and can be read. */
  onShown(refundNo: string): void;
  onAgree(): void;
  onReturn(): void;
  onDone(words: string): void;
}

/** One refund whole: for whom, why, what the rules say of it, and deciding it. */
export function RefundDetail({ line, place, isAgreeing, onShown, onAgree, onReturn, onDone }: Props) {
  const { value: refund, problem, reload } = useCall('showRefund', { refundNo: line.refundNo });
  const come = refund?.refundNo;
  useEffect(() => {
    if (come !== undefined) onShown(come);
  }, [come, onShown]);
  return (
    <aside className="panel refund-detail" aria-label="退款详情">
      <div className="panel-head">
        <h2 className="num">{line.orderNo}</h2>
        <span className="space" />
        <small className="num">{place}</small>
      </div>
      <div className="panel-body">
        <LoadProblem problem={problem} onRetry={reload} />
        {refund === null && problem === null && <Skeleton active />}
        {refund && <Facts refund={refund} />}
      </div>
      {refund && <Actions {...{ refund, isAgreeing, onAgree, onReturn, onDone }} />}
    </aside>
  );
}

function Facts({ refund }: { refund: RefundViewValue }) {
  const { may } = useSelf();
  return (
    <>
      <p className="refund-sum">
        <span>应退</span>
        <b>{formatYuan(refund.amountFen)}</b>
        <span>元{refund.people > 0 && `，${refund.people} 人`}</span>
        <span className="space" />
        <StateTag tone={refund.tone}>{refund.statusLabel}</StateTag>
      </p>
      <dl className="facts">
        <dt>申请人</dt>
        <dd>{refund.applicant}</dd>
        <dt>申请时间</dt>
        <dd className="num">{shortTime(refund.appliedAt)}</dd>
        {refund.whom.length > 0 && (
          <>
            <dt>退的人</dt>
            <dd>
              {refund.whom.map((one) => (
                <div key={one.idNumber + one.name}>
                  <MaskedPerson name={one.name} number={one.idNumber} />
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>原因</dt>
        <dd>{refund.reason}</dd>
        <dt>付款</dt>
        <dd>
          {refund.to} <span className="num">{`${shortTime(refund.paidAt)}，${refund.channelNo}`}</span>
        </dd>
        <dt>退回到</dt>
        <dd>
          原路，{refund.to}，{refund.arrival}
        </dd>
        <dt>退款单号</dt>
        <dd className="num">{refund.refundNo}</dd>
        {refund.reviewedBy !== null && (
          <>
            <dt>审核</dt>
            <dd>{refund.reviewedBy}</dd>
          </>
        )}
        {refund.returnedReason !== null && (
          <>
            <dt>退回意见</dt>
            <dd>{refund.returnedReason}</dd>
          </>
        )}
      </dl>
      <h3>自动检查</h3>
      <ul className="refund-checks">
        {refund.checks.map(({ good, text }) => (
          <li key={text} className={`state state-${good ? 'good' : 'warn'}`}>
            <Icon name={good ? 'check' : 'warn'} size={16} />
            {text}
          </li>
        ))}
      </ul>
      {/* What the system would try again, it does not while the refund is held. */}
      {refund.stuck && refund.held === null && (
        <p className="state-bad">
          {refund.stuck.meaning}
          {refund.stuck.retryAt !== null && `；${shortTime(refund.stuck.retryAt)} 会自动再试`}
        </p>
      )}
      {refund.handProblem !== null && <p className="state-bad">人工退款没有登记成：{refund.handProblem}</p>}
      {refund.held !== null && <p className="state-bad">{HELD_WORDS[refund.held]}</p>}
      <h3>同一订单</h3>
      <p className="state-plain">
        {refund.standing} 份保单有效；
        {refund.trace !== null && may('evidence.view') && (
          <>
            <Link to={`/recordings/${refund.trace}`}>看销售过程回放</Link>；
          </>
        )}
        <Link to={`/orders/${refund.orderNo}`}>看订单</Link>
      </p>
    </>
  );
}

const HELD_WORDS = {
  waiting: '有人登记了人工退款，在等第二个人同意；系统不再发这笔退款',
  unsettled: '登记的人工退款没有说定，系统不再发这笔退款。钱付了请重新登记，没有付请申请放行',
} as const;

interface ActionProps {
  readonly refund: RefundViewValue;
  readonly isAgreeing: boolean;
  onAgree(): void;
  onReturn(): void;
  onDone(words: string): void;
}

function Actions({ refund, isAgreeing, onAgree, onReturn, onDone }: ActionProps) {
  const { may } = useSelf();
  const [asking, setAsking] = useState<'again' | 'by-hand' | 'release' | null>(null);
  if (refund.dueAt !== null) {
    if (!may('refund.review')) return null;
    if (refund.whyNotMine !== null) {
      return (
        <div className="refund-bar">
          <span className="state state-plain">
            <Icon name="lock" size={16} />
            {refund.whyNotMine}
          </span>
        </div>
      );
    }
    return (
      <div className="refund-bar">
        <Button onClick={onReturn}>
          退回 <kbd>D</kbd>
        </Button>
        <span className="space" />
        <Button type="primary" ghost loading={isAgreeing} onClick={onAgree}>
          同意退 {formatYuan(refund.amountFen)} <kbd>A</kbd>
        </Button>
      </div>
    );
  }
  const mayRelease = refund.held === 'unsettled';
  if ((refund.stuck === null && !mayRelease) || refund.held === 'waiting') return null;
  if (!may('reconciliation.settle')) return null;
  const ways = refund.stuck?.ways ?? [];
  return (
    <div className="refund-bar">
      {refund.held === null && ways.includes('send-again') && (
        <Button onClick={() => setAsking('again')}>换单号再退</Button>
      )}
      {ways.includes('by-hand') && <Button onClick={() => setAsking('by-hand')}>登记人工退款</Button>}
      {mayRelease && <Button onClick={() => setAsking('release')}>没有付，申请放行</Button>}
      {asking === 'again' && (
        <ReasonDialog
          title="换单号再退"
          okText="再退一次"
          onClose={() => setAsking(null)}
          onSend={(reason) =>
            call('sendStuckRefund', { refundNo: refund.refundNo, reason }).then(() => onDone('已换单号再退'))
          }
        >
          <p className="dialog-lead">先再问一次渠道，确定没有退成才换单号。</p>
        </ReasonDialog>
      )}
      {asking === 'release' && (
        <ReasonDialog
          title="申请放行"
          okText="申请"
          onClose={() => setAsking(null)}
          onSend={(reason) =>
            call('releaseHeldRefund', { refundNo: refund.refundNo, reason }).then(() =>
              onDone('已申请，等第二个人同意后由渠道再退'),
            )
          }
        >
          <p className="dialog-lead">先查银行流水，确定登记的那笔钱没有付出去；付了再放行会退两次。</p>
        </ReasonDialog>
      )}
      {asking === 'by-hand' && <ByHand refund={refund} onClose={() => setAsking(null)} onDone={onDone} />}
    </div>
  );
}

function ByHand({
  refund,
  onClose,
  onDone,
}: {
  refund: RefundViewValue;
  onClose(): void;
  onDone(words: string): void;
}) {
  const [reference, setReference] = useState('');
  const [paidOn, setPaidOn] = useState(today());
  return (
    <ReasonDialog
      title="登记人工退款"
      okText="登记"
      onClose={onClose}
      problemBefore={() =>
        /^[0-9A-Za-z-]{4,64}$/.test(reference) ? null : '请写付款凭证号，4 到 64 位字母、数字或横线'
      }
      onSend={(reason) =>
        call('recordHandRefund', { refundNo: refund.refundNo, reason, reference, paidOn }).then(() =>
          onDone('已登记，等第二个人同意后记账'),
        )
      }
    >
      <p className="dialog-lead">
        另一个人同意后，先再问一次渠道；渠道已经退的，按渠道的记。没有说定之前，系统不再发退款。
      </p>
      <label className="dialog-field" htmlFor="hand-reference">
        付款凭证号
      </label>
      <Input
        id="hand-reference"
        maxLength={64}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <label className="dialog-field" htmlFor="hand-day">
        付款日期
      </label>
      <DayInput id="hand-day" value={paidOn} onChange={setPaidOn} />
    </ReasonDialog>
  );
}
