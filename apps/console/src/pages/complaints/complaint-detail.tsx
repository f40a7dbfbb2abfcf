import type { ComplaintViewValue } from '@huimin/contract/console';
import { COMPLAINT_FINDINGS, type ComplaintFinding, EXTENSION_WORKING_DAYS } from '@huimin/domain/complaint';
import { formatYuan } from '@huimin/domain/money';
import { Button, Input, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, fileAddress } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import './complaints.css';
import { ActButton } from '../../parts/act-button.tsx';
import { longTime, shortTime } from '../../parts/when.ts';

interface Props {
  readonly complaintNo: string;
  /** 2 / 14 */
  readonly place: string;
  onDone(words: string): void;
}

const time = shortTime;

/** One complaint whole: what was written, its order and recording, what happened, and handling it. */
export function ComplaintDetail({ complaintNo, place, onDone }: Props) {
  const { value: one, problem, reload } = useCall('showComplaint', { complaintNo });
  const done = (words: string) => {
    reload();
    onDone(words);
  };
  return (
    <aside className="panel refund-detail" aria-label="投诉详情">
      <div className="panel-head">
        <h2 className="num">{complaintNo}</h2>
        <span className="space" />
        <small className="num">{place}</small>
      </div>
      <div className="panel-body">
        <LoadProblem problem={problem} onRetry={reload} />
        {one === null && problem === null && <Skeleton active />}
        {one && <Facts one={one} />}
      </div>
      {one && one.actions.length > 0 && <Actions one={one} onDone={done} />}
    </aside>
  );
}

function Facts({ one }: { one: ComplaintViewValue }) {
  const { may } = useSelf();
  const { line, order, trace } = one;
  return (
    <>
      <p className="filters">
        <b>{line.categoryLabel}</b>
        <StateTag tone={line.tone}>{line.statusLabel}</StateTag>
        {line.finding !== '' && <StateTag>{line.finding}</StateTag>}
        {line.late && <StateTag tone="error">超过期限</StateTag>}
        {line.byPhone && <StateTag>电话登记</StateTag>}
      </p>
      <p className="complaint-words">{one.words}</p>
      <dl className="facts">
        <dt>投诉人</dt>
        <dd>
          <span className="num">{line.phone}</span>{' '}
          {one.person !== null && may('people.view') && <Link to={`/people/${one.person}`}>看这个人</Link>}
          {line.city !== '' && <div>{line.city}</div>}
          {one.toldByPhone && <div className="state-plain">没有自己的账户看答复：短信告知，再打电话说明</div>}
        </dd>
        <dt>期限</dt>
        <dd>
          <span className="num">{longTime(line.dueAt)}</span>
          {line.extended && ' 延过一次'}
        </dd>
        <dt>订单</dt>
        <dd>
          {order === null ? (
            '没有关联'
          ) : (
            <>
              {may('orders.view') ? <Link to={`/orders/${order.orderNo}`}>{order.orderNo}</Link> : order.orderNo}
              <div>
                {order.statusLabel}，<span className="num">{formatYuan(order.premiumFen)}</span> 元，
                <span className="num">{time(order.savedAt)}</span>
              </div>
            </>
          )}
        </dd>
        {order !== null && (
          <>
            <dt>会话记录</dt>
            <dd>
              {trace === null ? (
                '没有'
              ) : may('evidence.view') ? (
                <Link to={`/recordings/${trace}`}>看销售过程回放</Link>
              ) : (
                '有'
              )}
              {trace !== null && <div className="state-plain">{one.evidence}</div>}
            </dd>
          </>
        )}
        {one.files.length > 0 && (
          <>
            <dt>材料</dt>
            <dd>
              {one.files.map(({ fileId, fileName }) => (
                <div key={fileId}>
                  <a
                    href={fileAddress('showComplaintFile', { complaintNo: line.complaintNo, fileId })}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    {fileName}
                  </a>
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
      <h3>经过</h3>
      <ol className="money-steps">
        {one.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may read the same
          <li key={index} className="money-step step-done">
            <b>{step.label}</b>
            <span className="num">{time(step.at)}</span>
            {step.who !== '' && <span> {step.who}</span>}
            {step.words !== null && (
              <p className="complaint-said">
                {step.words}
                {step.inside && <small>（本人看不到）</small>}
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

type Asked = 'decline' | 'contact' | 'answer' | 'send-back' | 'close' | 'link' | 'extend';

const DIALOGS: Readonly<
  Record<Exclude<Asked, 'close' | 'link' | 'extend'>, { title: string; ok: string; label: string; lead: string }>
> = {
  decline: {
    title: '不予受理',
    ok: '告诉本人',
    label: '原因',
    lead: '请写明为什么不受理，以及本人还可以怎么办。本人收到短信，在投诉页看到这段话。',
  },
  contact: { title: '记一次联系', ok: '记下', label: '说了什么', lead: '只有工作人员看得到。不要写证件号码和病情。' },
  answer: {
    title: '答复本人',
    ok: '答复',
    label: '给本人的答复',
    lead: '请写明核查的结果和怎么处理。本人收到短信，在投诉页看到这段话；之后由合规办结。',
  },
  'send-back': {
    title: '退回重新答复',
    ok: '退回',
    label: '给客服的意见',
    lead: '本人看到要重新答复，看不到这条意见。',
  },
};

function Actions({ one, onDone }: { one: ComplaintViewValue; onDone(words: string): void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { actions, line } = one;
  const { complaintNo } = line;
  const can = (action: ComplaintViewValue['actions'][number]) => actions.includes(action);
  const close = () => setAsked(null);
  const send = (reason: string): Promise<unknown> => {
    if (asked === 'decline')
      return call('declineComplaint', { complaintNo, answer: reason }).then(() => onDone('已告诉本人不予受理'));
    if (asked === 'answer')
      return call('answerComplaint', { complaintNo, answer: reason }).then(() => onDone('已答复，等合规办结'));
    if (asked === 'send-back')
      return call('sendBackComplaint', { complaintNo, words: reason }).then(() => onDone('已退回'));
    return call('noteComplaintContact', { complaintNo, words: reason }).then(() => onDone('已记下'));
  };
  return (
    <div className="refund-bar">
      {can('contact') && <Button onClick={() => setAsked('contact')}>记一次联系</Button>}
      {can('link') && <Button onClick={() => setAsked('link')}>关联订单</Button>}
      {can('decline') && <Button onClick={() => setAsked('decline')}>不予受理</Button>}
      {can('extend') && <Button onClick={() => setAsked('extend')}>延长期限</Button>}
      {can('send-back') && <Button onClick={() => setAsked('send-back')}>退回重新答复</Button>}
      <span className="space" />
      {can('accept') && <Accept complaintNo={complaintNo} onDone={onDone} />}
      {can('answer') && (
        <Button type="primary" onClick={() => setAsked('answer')}>
          答复本人
        </Button>
      )}
      {can('close') && (
        <Button type="primary" onClick={() => setAsked('close')}>
          办结
        </Button>
      )}
      {asked !== null && asked !== 'close' && asked !== 'link' && asked !== 'extend' && (
        <ReasonDialog
          title={DIALOGS[asked].title}
          okText={DIALOGS[asked].ok}
          label={DIALOGS[asked].label}
          most={500}
          onSend={send}
          onClose={close}
        >
          <p className="dialog-lead">{DIALOGS[asked].lead}</p>
        </ReasonDialog>
      )}
      {asked === 'close' && <Close complaintNo={complaintNo} onClose={close} onDone={onDone} />}
      {asked === 'extend' && <Extend complaintNo={complaintNo} onClose={close} onDone={onDone} />}
      {asked === 'link' && <LinkOrder complaintNo={complaintNo} onClose={close} onDone={onDone} />}
    </div>
  );
}

function Accept({ complaintNo, onDone }: { complaintNo: string; onDone(words: string): void }) {
  const accept = () => call('acceptComplaint', { complaintNo }).then(() => onDone('已受理，短信告诉本人'));
  return (
    <ActButton type="primary" onAct={accept}>
      受理
    </ActButton>
  );
}

interface DialogProps {
  readonly complaintNo: string;
  onClose(): void;
  onDone(words: string): void;
}

function Close({ complaintNo, onClose, onDone }: DialogProps) {
  const [finding, setFinding] = useState<ComplaintFinding | null>(null);
  return (
    <ReasonDialog
      title="办结"
      okText="办结"
      label="怎么核查的"
      onClose={onClose}
      problemBefore={() => (finding === null ? '请选是否属实' : null)}
      onSend={(words) =>
        finding === null
          ? Promise.resolve()
          : call('closeComplaint', { complaintNo, finding, words }).then(() => onDone('已办结'))
      }
    >
      <p className="dialog-lead">请先看过答复和会话记录。本人看到是否属实，看不到怎么核查的。</p>
      <Radio.Group
        aria-label="是否属实"
        value={finding}
        onChange={(event) => setFinding(event.target.value as ComplaintFinding)}
        options={COMPLAINT_FINDINGS.map(({ value, label }) => ({ value, label }))}
      />
    </ReasonDialog>
  );
}

type Days = (typeof EXTENSION_WORKING_DAYS)[number];

function Extend({ complaintNo, onClose, onDone }: DialogProps) {
  const [workingDays, setDays] = useState<Days>(5);
  return (
    <ReasonDialog
      title="延长期限"
      okText="延长"
      label="给本人的原因"
      most={500}
      onClose={onClose}
      onSend={(words) =>
        call('extendComplaint', { complaintNo, workingDays, words }).then(() => onDone('已延长，短信告诉本人'))
      }
    >
      <p className="dialog-lead">每件只能延一次，从原来的期限往后算。本人收到短信，在投诉页看到新的期限和原因。</p>
      <Radio.Group
        aria-label="延长几天"
        value={workingDays}
        onChange={(event) => setDays(event.target.value as Days)}
        options={EXTENSION_WORKING_DAYS.map((value) => ({ value, label: `${value} 个工作日` }))}
      />
    </ReasonDialog>
  );
}

function LinkOrder({ complaintNo, onClose, onDone }: DialogProps) {
  const [orderNo, setOrderNo] = useState('');
  return (
    <ReasonDialog
      title="关联订单"
      okText="关联"
      least={0}
      label="说明"
      onClose={onClose}
      problemBefore={() => (/^[A-Z]{2}\d{10,26}$/.test(orderNo.trim()) ? null : '请写完整的订单号')}
      onSend={() =>
        call('linkComplaintOrder', { complaintNo, orderNo: orderNo.trim() }).then(() => onDone('已关联订单'))
      }
    >
      <p className="dialog-lead">
        只能关联投诉人自己账户里的订单，关联以后不能换；销售过程的会话记录在了结以前不会销毁。
      </p>
      <label className="dialog-field" htmlFor="complaint-order">
        订单号
      </label>
      <Input id="complaint-order" maxLength={28} value={orderNo} onChange={(event) => setOrderNo(event.target.value)} />
    </ReasonDialog>
  );
}
