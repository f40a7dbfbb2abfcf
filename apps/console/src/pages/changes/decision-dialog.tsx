import type { DeskRequestViewValue } from '@huimin/contract/console';
import { DESK_CAUSES } from '@huimin/domain/endorsement';
import { Alert, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';

interface Props {
  readonly request: DeskRequestViewValue;
  readonly verdict: DeskRequestViewValue['decisions'][number];
  onClose(): void;
  onDone(words: string): void;
}

/** Deciding one request: what is told to the resident begins with what the list of causes says. */
export function DecisionDialog(props: Props) {
  return props.verdict === 'approve' ? <Agree {...props} /> : <NotYet {...props} />;
}

function Agree({ request, onClose, onDone }: Props) {
  const { requestNo, twoNeeded } = request;
  return (
    <ReasonDialog
      title={`同意：${request.what}`}
      okText={twoNeeded === null ? '同意，马上办' : '同意，交复核'}
      label={twoNeeded === null ? '说明' : '给复核人的说明'}
      least={0}
      onClose={onClose}
      onSend={(note) =>
        call('decideDeskRequest', { requestNo, deskVerdict: 'approve', ...(note && { note }) }).then(({ approvalNo }) =>
          onDone(approvalNo === null ? '已同意，已经办了' : '已同意，等另一个人复核'),
        )
      }
    >
      <p className="dialog-lead">{twoNeeded ?? '同意后马上生效，申请人会收到结果。'}</p>
    </ReasonDialog>
  );
}

function NotYet({ request, verdict, onClose, onDone }: Props) {
  const id = useId();
  const causes = DESK_CAUSES.filter(({ decision, topics }) => decision === verdict && topics.includes(request.topic));
  const [cause, setCause] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const isRefusal = verdict === 'refuse';
  const unwritten = note.trim().length < 4 ? '请写给申请人的话，至少 4 个字' : null;
  const missing = cause === null ? (isRefusal ? '请选为什么驳回' : '请选缺什么材料') : unwritten;
  // What is missing goes as soon as it is there; what was refused stays until it is sent again.
  const problem = refusal ?? (tried ? missing : null);
  const choose = (value: string) => {
    const former = causes.find((one) => one.value === cause)?.text ?? '';
    setCause(value);
    // What somebody wrote themselves stays.
    if (note === '' || note === former) setNote(causes.find((one) => one.value === value)?.text ?? '');
  };
  const send = async () => {
    setTried(true);
    setRefusal(null);
    if (cause === null || missing !== null) return;
    setSending(true);
    try {
      await call('decideDeskRequest', { requestNo: request.requestNo, deskVerdict: verdict, cause, note: note.trim() });
      onDone(isRefusal ? '已驳回，申请人会收到原因' : '已请申请人补材料');
      onClose();
    } catch (fault) {
      setSending(false);
      setRefusal(sentenceOf(fault));
    }
  };
  return (
    <Dialog
      open
      title={`${isRefusal ? '驳回' : '要材料'}：${request.what}`}
      okText={isRefusal ? '驳回' : '请申请人补'}
      onOk={send}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <Radio.Group
        className="change-causes"
        aria-label={isRefusal ? '为什么驳回' : '缺什么材料'}
        value={cause}
        onChange={({ target }) => choose(target.value as string)}
        options={causes.map(({ value, label }) => ({ value, label }))}
      />
      <label className="dialog-field" htmlFor={id}>
        写给申请人的话
      </label>
      <Input.TextArea
        id={id}
        rows={3}
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value.replace(/\n/g, ''))}
      />
      {problem !== null && <Alert style={{ marginTop: 12 }} type="error" showIcon title={problem} role="alert" />}
    </Dialog>
  );
}
