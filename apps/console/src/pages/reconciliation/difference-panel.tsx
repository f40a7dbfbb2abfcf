import type { DifferenceValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Alert, App, Button, Input, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { call, type Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useReturn } from '../../api/use-return.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { useUnsaved } from '../../app/unsaved.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { dottedDays, shortTimeSeconds } from '../../parts/when.ts';
import { signed } from './signed.ts';

const MARKS = { plain: '', done: ' step-done', bad: ' step-bad', now: ' step-now' } as const;

interface Props {
  readonly differenceNo: string;
  /** Which one of how many. */
  readonly place: string;
  onDone(): void;
  /** To the day's list, where the address names none of its differences. */
  onLeave(): void;
}

/** One difference: its order, what happened to the money, and what to do. */
export function DifferencePanel({ differenceNo, place, onDone, onLeave }: Props) {
  const { value, problem, isUnknown, reload } = useCall('showDifference', { differenceNo });
  const { may } = useSelf();
  const changed = () => {
    reload();
    onDone();
  };
  useReturn(changed, value?.decision != null);
  return (
    <aside className="panel" aria-label="处理差异">
      <div className="panel-head">
        <h2>{value ? `${value.classLabel} ${formatYuan(value.billFen ?? value.bookFen ?? 0)}` : '差异'}</h2>
        <span className="space" />
        <small className="num">{place}</small>
      </div>
      <div className="panel-body">
        <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={onLeave} />
        {value === null && problem === null && <Skeleton active />}
        {value && (
          <>
            <Facts value={value} />
            <ol className="money-steps" aria-label="钱的经过">
              {value.moments.map(({ at, text, detail, mark }) => (
                <li key={`${at} ${text}`} className={`money-step${MARKS[mark]}`}>
                  {dottedDays(text)}
                  <span className="num">{shortTimeSeconds(at)}</span>
                  {detail !== '' && <small>{detail}</small>}
                </li>
              ))}
            </ol>
            {value.decision && (
              <Alert
                type={value.decision.problem === '' ? 'info' : 'warning'}
                title={`申请 ${value.decision.approvalNo}：${value.decision.label}，${value.decision.stateLabel}`}
                description={value.decision.problem || value.decision.reason}
              />
            )}
            {may('reconciliation.settle') && value.ways.length > 0 && <Ways value={value} onDone={changed} />}
          </>
        )}
      </div>
    </aside>
  );
}

const amount = (fen: number | null) => (fen === null ? '—' : formatYuan(fen));

function Facts({ value }: { value: DifferenceValue }) {
  const { may } = useSelf();
  return (
    <dl className="facts">
      <dt>找到订单</dt>
      <dd>
        {value.orderNo === null ? (
          '不是我方的订单'
        ) : (
          <>
            <Link className="num" to={`/orders/${value.orderNo}`}>
              {value.orderNo}
            </Link>{' '}
            <StateTag tone={value.orderTone}>{value.orderStatus}</StateTag>
          </>
        )}
      </dd>
      <dt>金额</dt>
      <dd className="num">
        {`${value.provider} ${amount(value.billFen)}，订单 ${amount(value.bookFen)}，差 ${signed(value.gapFen)} 元`}
      </dd>
      <dt>渠道流水</dt>
      <dd className="num">{value.wholeNumber}</dd>
      <dt>商户单号</dt>
      <dd className="num">{value.merchantOrderNo}</dd>
      {value.refundNo !== null && (
        <>
          <dt>退款单号</dt>
          <dd className="num">{value.refundNo}</dd>
        </>
      )}
      {value.orderNo !== null && may('evidence.view') && (
        <>
          <dt>证据</dt>
          <dd>
            <Link to={`/recordings?number=${value.orderNo}`}>看付款过程</Link>
          </dd>
        </>
      )}
    </dl>
  );
}

function Ways({ value, onDone }: { value: DifferenceValue; onDone(): void }) {
  const { message } = App.useApp();
  const id = useId();
  const [way, setWay] = useState(value.ways.find(({ isAdvised }) => isAdvised)?.resolution);
  const [reason, setReason] = useState('');
  const { sending, problem, setProblem, run } = useSending();
  useUnsaved(() => reason.trim() !== '' && !sending);
  const send = async () => {
    if (way === undefined) return setProblem('请选怎么处理');
    if (reason.trim().length < 4) return setProblem('请写处理说明，至少 4 个字');
    await run(async () => {
      const { differenceNo } = value;
      await call('askDifferenceDecision', {
        ...{ differenceNo, reason: reason.trim() },
        resolution: way as Inputs['askDifferenceDecision']['resolution'],
      });
      message.success('已提交，等第二个人同意');
      setReason('');
      onDone();
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset className="rc-ways">
        <legend>怎么处理</legend>
        {value.ways.map(({ resolution, label, means, isAdvised }) => (
          <label key={resolution}>
            <input type="radio" name="way" checked={way === resolution} onChange={() => setWay(resolution)} />
            <span>
              <b>
                {label}
                {isAdvised && '（建议）'}
              </b>
              <small>{means}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="dialog-field" htmlFor={id}>
        处理说明
      </label>
      <Input id={id} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      {problem !== null && <Alert style={{ marginTop: 8 }} type="error" showIcon title={problem} role="alert" />}
      <div className="rc-send">
        第二个人复核后执行
        <Button type="primary" htmlType="submit" loading={sending}>
          提交复核
        </Button>
      </div>
    </form>
  );
}
