import type { PreExistingQueryValue } from '@huimin/contract';
import { APPEAL_REASONS, type AppealReason } from '@huimin/domain/pre-existing';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { MorePapers, missingPapers, PAPERS_KEPT } from '../../features/uploads/more-papers.tsx';
import { TakeBack } from '../../features/uploads/take-back.tsx';
import { UploadPapers } from '../../features/uploads/upload-papers.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import { Button, Card, FormProblem, goToField, KeyValues, RadioChips, Section, Tag, toast } from '../../ui/index.ts';
import { useFocus } from './use-focus.ts';

const MOST_PAPERS = 6;
const HINT = '病历、出院小结、诊断证明等，拍清楚整页';
const REASONS = APPEAL_REASONS.map(({ code, label }) => ({ value: code, label }));

type FormProps = { query: PreExistingQueryValue; onSent: () => void; onGiveUp: () => void };

/** Says that an answer is wrong: a reason to choose, and papers. */
export function AppealForm({ query, onSent, onGiveUp }: FormProps) {
  const head = useFocus<HTMLHeadingElement>(true);
  const [reason, setReason] = useState<AppealReason | null>(null);
  const uploads = useUploads(MOST_PAPERS, 'appeal');
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [appeal, appealing] = useAction(calls.appealPreExisting, { quietFailure: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    if (reason === null) return goToField('pe-reason');
    if (missingPapers(uploads)) return goToField('pe-papers');
    const { queryNo } = query;
    const reply = await appeal({ queryNo, appealReason: reason, fileIds: uploads.fileIds });
    if (!reply.ok) return setProblem(failureText(reply, PAPERS_KEPT));
    toast('已交上去', { kind: 'ok' });
    onSent();
  };
  return (
    <Section>
      <div className="section-head">
        <h2 ref={head} tabIndex={-1}>
          申请复核
        </h2>
      </div>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Card flush>
          <RadioChips
            id="pe-reason"
            name="pe-reason"
            legend="哪里不对"
            columns={2}
            options={REASONS}
            value={reason}
            onChange={setReason}
            error={tried && reason === null ? '请选哪里不对' : null}
          />
        </Card>
        <div className="card card-flush mt3">
          <UploadPapers
            id="pe-papers"
            title="证明材料"
            hint={HINT}
            uploads={uploads}
            most={MOST_PAPERS}
            error={tried ? missingPapers(uploads) : null}
          />
        </div>
        <FormProblem problem={problem} />
        <div className="mt4">
          <Button type="submit" block busy={appealing.busy}>
            交复核申请
          </Button>
        </div>
        <p className="note mt2">
          材料加密保存，只有复核的人能看，看了会记在“谁查过我”里；有结果后 90 天自动删除。一般 5
          个工作日内有结果，到时发短信。
        </p>
        <div className="center">
          <Button kind="text" small onPress={onGiveUp}>
            先不申请
          </Button>
        </div>
      </form>
    </Section>
  );
}

const TONES = {
  submitted: 'info',
  'more-papers': 'warn',
  corrected: 'ok',
  confirmed: 'neutral',
  withdrawn: 'neutral',
  lapsed: 'neutral',
} as const;
const UNTIL: Readonly<Record<string, string>> = { submitted: '最晚出结果', 'more-papers': '最晚补齐' };

type AppealProps = { query: PreExistingQueryValue; whole: boolean; onChanged: () => void };

/** How an appeal stands. */
export function Appeal({ query, whole, onChanged }: AppealProps) {
  const { appeal } = query;
  const [withdraw, withdrawing] = useAction(calls.withdrawPreExistingAppeal, { quietFailure: true });
  const [supplement] = useAction(calls.supplementPreExistingAppeal, { quietFailure: true });
  if (!appeal) return null;
  const { appealNo, status } = appeal;
  const isOpen = status === 'submitted' || status === 'more-papers';
  const sendMore = async (fileIds: string[]): Promise<string | null> => {
    const reply = await supplement({ appealNo, fileIds });
    if (!reply.ok) return failureText(reply, PAPERS_KEPT);
    onChanged();
    return null;
  };
  return (
    <Section title="复核申请">
      <Card>
        <div className="card-head">
          <b>{appeal.reasonLabel}</b>
          <Tag tone={TONES[status]}>{appeal.statusLabel}</Tag>
        </div>
        <div className="mt2">
          <KeyValues
            items={[
              { label: '申请时间', value: appeal.createdAt, num: true },
              { label: '材料', value: `${appeal.paperCount} 份`, num: true },
              { label: UNTIL[status] ?? '', value: appeal.until, num: true },
              {
                label: status === 'more-papers' ? '还缺' : '说明',
                value: status === 'submitted' ? null : appeal.answer,
              },
            ]}
          />
        </div>
        {status === 'more-papers' && whole && (
          <MorePapers id="pe-more-papers" use="appeal" most={MOST_PAPERS} hint={HINT} send={sendMore} />
        )}
        {isOpen && whole && (
          <TakeBack
            title="撤销复核申请"
            busy={withdrawing.busy}
            withdraw={() => withdraw({ appealNo })}
            onChanged={onChanged}
          />
        )}
      </Card>
    </Section>
  );
}
