import type { RecordingViewValue } from '@huimin/contract/console';
import { Alert, App, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { DayInput } from '../../app/day-input.tsx';
import { useSelf } from '../../app/self.tsx';

interface KeepingProps {
  readonly recording: RecordingViewValue;
  onChanged(): void;
}

type Asked = 'hold' | 'release' | 'dispute';

const LEAST_REASON = 4;
const DISPUTE_NO = /^[0-9A-Za-z（）()\u4e00-\u9fff-]{3,40}$/;

/** Freezing a recording for a court, letting it go by two people, and the complaints over its sale. */
export function KeepingActions({ recording, onChanged }: KeepingProps) {
  const { may } = useSelf();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { keeping, state, seals } = recording;
  if (!may('evidence.hold') || state === 'erased' || seals.length === 0) return null;
  const close = () => setAsked(null);
  const done = () => {
    close();
    onChanged();
  };
  const form = { recording, onDone: done, onClose: close };
  return (
    <>
      <Button onClick={() => setAsked('dispute')}>关联投诉</Button>
      {keeping.hold === null ? (
        <Button onClick={() => setAsked('hold')}>冻结保存</Button>
      ) : (
        <Button disabled={keeping.releaseWaits} onClick={() => setAsked('release')}>
          {keeping.releaseWaits ? '解除在等第二人' : '解除冻结（需第二人）'}
        </Button>
      )}
      {asked === 'hold' && <HoldForm {...form} />}
      {asked === 'release' && <ReleaseForm {...form} />}
      {asked === 'dispute' && <DisputeForm {...form} />}
    </>
  );
}

interface FormProps {
  readonly recording: RecordingViewValue;
  onDone(): void;
  onClose(): void;
}

function useSending(onDone: () => void) {
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const send = (work: Promise<unknown>, said: string) => {
    setBusy(true);
    work
      .then(
        () => {
          message.success(said);
          onDone();
        },
        (problem) => message.error(sentenceOf(problem)),
      )
      .finally(() => setBusy(false));
  };
  return { busy, send };
}

function ReasonField({ value, onChange }: { value: string; onChange(reason: string): void }) {
  return (
    <>
      <label htmlFor="rp-keep-reason">原因（至少 4 个字，会写进公开的日志，不要写姓名和号码）</label>
      <Input.TextArea
        id="rp-keep-reason"
        rows={3}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}

function HoldForm({ recording: { trace }, onDone, onClose }: FormProps) {
  const [reason, setReason] = useState('');
  const { busy, send } = useSending(onDone);
  return (
    <Modal
      open
      title="冻结保存"
      okText="冻结"
      cancelText="不冻结了"
      confirmLoading={busy}
      okButtonProps={{ disabled: reason.trim().length < LEAST_REASON }}
      onOk={() => send(call('holdRecording', { trace, reason: reason.trim() }), '已冻结，到期也不会销毁')}
      onCancel={onClose}
    >
      <p>冻结以后不论保存期限，存储都拒绝删除；解除要两个人。</p>
      <ReasonField value={reason} onChange={setReason} />
    </Modal>
  );
}

function ReleaseForm({ recording: { trace, keeping }, onDone, onClose }: FormProps) {
  const [reason, setReason] = useState('');
  const { busy, send } = useSending(onDone);
  return (
    <Modal
      open
      title="申请解除冻结"
      okText="申请"
      cancelText="不申请了"
      confirmLoading={busy}
      okButtonProps={{ disabled: reason.trim().length < LEAST_REASON }}
      onOk={() => send(call('askRelease', { trace, reason: reason.trim() }), '已申请，第二个人同意后解除')}
      onCancel={onClose}
    >
      {keeping.hold && (
        <p>
          {keeping.hold.at.slice(0, 10)} {keeping.hold.by} 冻结：{keeping.hold.reason}
        </p>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </Modal>
  );
}

function DisputeForm({ recording: { trace, keeping }, onDone, onClose }: FormProps) {
  const [disputeNo, setDisputeNo] = useState('');
  const [beganOn, setBeganOn] = useState<string | undefined>();
  const [reason, setReason] = useState('');
  const { busy, send } = useSending(onDone);
  const fits = DISPUTE_NO.test(disputeNo) && beganOn !== undefined && reason.trim().length >= LEAST_REASON;
  return (
    <Modal
      open
      title="关联投诉"
      okText="关联"
      cancelText="不关联了"
      confirmLoading={busy}
      okButtonProps={{ disabled: !fits }}
      onOk={() =>
        send(
          call('linkDispute', { trace, disputeNo, beganOn: beganOn ?? '', reason: reason.trim() }),
          '已关联，了结之前不会销毁',
        )
      }
      onCancel={onClose}
    >
      <div className="rp-form">
        {keeping.disputes.map((one) => (
          <p key={one.disputeNo} className="rp-dispute">
            <span>
              <b>{one.disputeNo}</b> {one.beganAt.slice(0, 10)} {one.by}：{one.reason}
            </span>
            {one.endedAt === null ? (
              <Button
                size="small"
                disabled={busy}
                onClick={() => send(call('settleDispute', { trace, disputeNo: one.disputeNo }), '已记下了结')}
              >
                了结
              </Button>
            ) : (
              <span className="state state-plain">{one.endedAt.slice(0, 10)} 了结</span>
            )}
          </p>
        ))}
        <label htmlFor="rp-dispute-no">投诉或案件编号</label>
        <Input
          id="rp-dispute-no"
          maxLength={40}
          value={disputeNo}
          onChange={(event) => setDisputeNo(event.target.value.trim())}
        />
        <span>
          争议日期{' '}
          <DayInput label="争议日期" value={beganOn} onChange={(day) => setBeganOn(day === '' ? undefined : day)} />
        </span>
        <label htmlFor="rp-dispute-reason">争议什么（至少 4 个字）</label>
        <Input.TextArea
          id="rp-dispute-reason"
          rows={3}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
}

/** What was decided about keeping it, above everything else. */
export function KeepingNotice({ recording: { keeping, problems, state } }: { recording: RecordingViewValue }) {
  const { hold, disputes, releaseWaits } = keeping;
  const open = disputes.filter(({ endedAt }) => endedAt === null);
  return (
    <>
      {hold && (
        <Alert
          type="warning"
          showIcon
          title={`司法冻结：${hold.at.slice(0, 10)} ${hold.by}，${hold.reason}${releaseWaits ? '。解除在等第二个人同意或正在办' : ''}`}
        />
      )}
      {open.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`有投诉没了结，不会销毁：${open.map(({ disputeNo, beganAt }) => `${disputeNo}（${beganAt.slice(0, 10)}）`).join('、')}`}
        />
      )}
      {(state === 'restricted' || state === 'due' || state === 'erased') && problems[0] && (
        <Alert type="info" showIcon title={problems[0]} />
      )}
    </>
  );
}
