import type { RecordingViewValue } from '@huimin/contract/console';
import { Alert, App, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { call } from '../../api/client.ts';
import { DayInput } from '../../app/day-input.tsx';
import { Icon } from '../../app/icon.tsx';
import { useSelf } from '../../app/self.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { writtenDay } from '../../parts/when.ts';

interface KeepingProps {
  readonly recording: RecordingViewValue;
  onChanged(): void;
}

type Asked = 'hold' | 'release' | 'dispute';

const DISPUTE_NO = /^[0-9A-Za-z（）()\u4e00-\u9fff-]{3,40}$/;

/** Freezing a recording for a court, letting it go by two people, and the complaints over its sale. */
export function KeepingActions({ recording, onChanged }: KeepingProps) {
  const { may } = useSelf();
  const { message } = App.useApp();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { keeping, state, seals } = recording;
  if (!may('evidence.hold') || state === 'erased' || seals.length === 0) return null;
  const close = () => setAsked(null);
  const done = (words: string) => {
    close();
    message.success(words);
    onChanged();
  };
  const form = { recording, onDone: done, onClose: close };
  return (
    <>
      <Button onClick={() => setAsked('dispute')}>关联投诉</Button>
      {keeping.hold === null ? (
        <Button icon={<Icon name="flag" size={16} />} onClick={() => setAsked('hold')}>
          冻结保存
        </Button>
      ) : (
        <Button disabled={keeping.releaseWaits} onClick={() => setAsked('release')}>
          {keeping.releaseWaits ? (
            '解除在等第二人'
          ) : (
            <>
              解除冻结 <small className="note not-narrow">需第二人</small>
            </>
          )}
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
  onDone(words: string): void;
  onClose(): void;
}

const PUBLIC_REASON = '原因（会写进公开的日志，不要写姓名和号码）';

function HoldForm({ recording: { trace }, onDone, onClose }: FormProps) {
  return (
    <ReasonDialog
      title="冻结保存"
      okText="冻结"
      label={PUBLIC_REASON}
      onClose={onClose}
      onSend={(reason) => call('holdRecording', { trace, reason }).then(() => onDone('已冻结，到期也不会销毁'))}
    >
      <p className="dialog-lead">冻结以后不论保存期限，存储都拒绝删除；解除要两个人。</p>
    </ReasonDialog>
  );
}

function ReleaseForm({ recording: { trace, keeping }, onDone, onClose }: FormProps) {
  return (
    <ReasonDialog
      title="申请解除冻结"
      okText="申请"
      label={PUBLIC_REASON}
      onClose={onClose}
      onSend={(reason) => call('askRelease', { trace, reason }).then(() => onDone('已申请，第二个人同意后解除'))}
    >
      {keeping.hold && (
        <p className="dialog-lead">
          {writtenDay(keeping.hold.at)} {keeping.hold.by} 冻结：{keeping.hold.reason}
        </p>
      )}
    </ReasonDialog>
  );
}

function DisputeForm({ recording: { trace, keeping }, onDone, onClose }: FormProps) {
  const id = useId();
  const [disputeNo, setDisputeNo] = useState('');
  const [beganOn, setBeganOn] = useState('');
  const problemBefore = () => {
    if (!DISPUTE_NO.test(disputeNo)) return '请写投诉或案件编号，3 到 40 个汉字、字母或数字';
    return beganOn === '' ? '请选争议日期' : null;
  };
  return (
    <ReasonDialog
      title="关联投诉"
      okText="关联"
      label="争议什么"
      onClose={onClose}
      problemBefore={problemBefore}
      onSend={(reason) =>
        call('linkDispute', { trace, disputeNo, beganOn, reason }).then(() => onDone('已关联，了结之前不会销毁'))
      }
    >
      <p className="dialog-lead">居民的投诉关联订单时自动记在这里；法院、监管的案件由您记。没了结以前不会销毁。</p>
      {keeping.disputes.map((one) => (
        <Dispute key={one.disputeNo} trace={trace} one={one} onDone={onDone} />
      ))}
      <label className="dialog-field" htmlFor={id}>
        投诉或案件编号
      </label>
      <Input id={id} maxLength={40} value={disputeNo} onChange={(event) => setDisputeNo(event.target.value.trim())} />
      <p className="dialog-field" aria-hidden="true">
        争议日期
      </p>
      <DayInput label="争议日期" value={beganOn} onChange={setBeganOn} />
    </ReasonDialog>
  );
}

interface DisputeProps {
  readonly trace: string;
  readonly one: RecordingViewValue['keeping']['disputes'][number];
  onDone(words: string): void;
}

/** One that was linked, and saying that it is over. */
function Dispute({ trace, one, onDone }: DisputeProps) {
  const settle = () => call('settleDispute', { trace, disputeNo: one.disputeNo }).then(() => onDone('已记下了结'));
  return (
    <div className="rp-dispute">
      <span>
        <b>{one.disputeNo}</b> {writtenDay(one.beganAt)} {one.by}：{one.reason}
      </span>
      {one.endedAt === null ? (
        <ActButton
          size="small"
          aria-label={`了结 ${one.disputeNo}`}
          question={{
            title: `${one.disputeNo} 了结了？`,
            content: '记下以后不再因为它留着这份记录，没有别的原因就到期销毁。',
            okText: '了结了',
          }}
          onAct={settle}
        >
          了结
        </ActButton>
      ) : (
        <span className="state state-plain">{writtenDay(one.endedAt)} 了结</span>
      )}
    </div>
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
          title={`司法冻结：${writtenDay(hold.at)} ${hold.by}，${hold.reason}${releaseWaits ? '。解除在等第二个人同意或正在办' : ''}`}
        />
      )}
      {open.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`有投诉没了结，不会销毁：${open.map(({ disputeNo, beganAt }) => `${disputeNo}（${writtenDay(beganAt)}）`).join('、')}`}
        />
      )}
      {(state === 'restricted' || state === 'due' || state === 'erased') && problems[0] && (
        <Alert type="info" showIcon title={problems[0]} />
      )}
    </>
  );
}
