import type { OwnComplaintValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, Card, confirmDialog, FormProblem, goToField, KeyValues, Notice, Tag, toast } from '../../ui/index.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { ComplaintText, wordsProblem } from './complaint-text.tsx';

const TONES = { success: 'ok', warn: 'warn', error: 'err', info: 'info', neutral: 'neutral' } as const;
const LOST = '没有交上去。写好的还在';

type Props = { complaint: OwnComplaintValue; onChanged: () => void };

/** One complaint of one's own: what was written, what happened, and what may still be done. */
export function OneComplaint({ complaint, onChanged }: Props) {
  const { complaintNo, categoryLabel, status, statusLabel, tone, orderNo, files, dueAt, steps } = complaint;
  const [withdraw, withdrawing] = useAction(calls.withdrawComplaint, { quietFailure: true });
  const [again, setAgain] = useState(false);
  const takeBack = async () => {
    const sure = await confirmDialog({
      title: '撤回这件投诉？',
      body: '交的材料会一起删除，撤回后不再答复',
      confirm: '撤回',
      cancel: '不撤回',
    });
    if (!sure) return;
    const reply = await withdraw({ complaintNo });
    toast(reply.ok ? '已撤回' : failureText(reply));
    onChanged();
  };
  return (
    <Card className="mt3">
      <div className="card-head">
        <h3>{categoryLabel}</h3>
        <Tag tone={TONES[tone]}>{statusLabel}</Tag>
      </div>
      <p className="complaint-own">{complaint.words}</p>
      <div className="mt2">
        <KeyValues
          items={[
            { label: '编号', value: complaintNo, num: true },
            { label: '订单', value: orderNo, num: true },
            { label: '材料', value: files > 0 ? `${files} 份` : null, num: true },
            { label: '最晚答复', value: dueAt, num: true },
          ]}
        />
      </div>
      <div className="mt3">
        <Timeline
          steps={steps.map(({ at, label, words }) => ({
            ...{ state: 'done' as const, title: label },
            ...{ note: words ?? undefined, when: formatDateTime(at) },
          }))}
        />
      </div>
      {complaint.canWithdraw && (
        <div className="center mt2">
          <Button
            kind="text"
            small
            busy={withdrawing.busy}
            label={`撤回投诉 ${complaintNo}`}
            onPress={() => void takeBack()}
          >
            撤回
          </Button>
        </div>
      )}
      {complaint.canReopen &&
        (again ? (
          <Again complaintNo={complaintNo} onSent={onChanged} />
        ) : (
          <div className="mt3">
            <Button kind="neutral" block label={`不认可，重新提出 ${complaintNo}`} onPress={() => setAgain(true)}>
              不认可，重新提出
            </Button>
            <p className="note mt2">每件可以重新提出一次，15 个工作日内再答复</p>
          </div>
        ))}
      {!complaint.canReopen && !complaint.canWithdraw && dueAt === null && status !== 'withdrawn' && (
        <div className="mt3">
          <Notice>还不认可，可以拨打 12378 银行保险消费者投诉维权热线。</Notice>
        </div>
      )}
    </Card>
  );
}

function Again({ complaintNo, onSent }: { complaintNo: string; onSent: () => void }) {
  const id = `again-${complaintNo}`;
  const [words, setWords] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reopen, reopening] = useAction(calls.reopenComplaint, { quietFailure: true });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const found = wordsProblem(words);
    setWrong(found);
    if (found) return goToField(id);
    const reply = await reopen({ complaintNo, words: words.trim() });
    if (!reply.ok) return setProblem(failureText(reply, LOST));
    toast('已重新提出', { kind: 'ok' });
    onSent();
  };
  return (
    <form noValidate className="mt3" onSubmit={(event) => void send(event)}>
      <ComplaintText
        id={id}
        label="哪里不认可"
        hint="写答复里没有解决的问题"
        value={words}
        error={wrong}
        onChange={(text) => {
          setWords(text);
          setWrong(null);
        }}
      />
      <FormProblem problem={problem} />
      <div className="mt3">
        <Button type="submit" block busy={reopening.busy}>
          重新提出
        </Button>
      </div>
    </form>
  );
}
