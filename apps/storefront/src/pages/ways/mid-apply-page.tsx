import '../../ui/form.css';
import '../../ui/controls.css';
import type { MidYearApplicationValue } from '@huimin/contract';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useOpenFlow, useProduct } from '../../context/index.ts';
import { MorePapers, missingPapers, PAPERS_KEPT } from '../../features/uploads/more-papers.tsx';
import { TakeBack } from '../../features/uploads/take-back.tsx';
import { UploadPapers } from '../../features/uploads/upload-papers.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import {
  Button,
  Card,
  EmptyState,
  Field,
  FormProblem,
  goToField,
  inWords,
  KeyValues,
  Notice,
  Page,
  Section,
  SelectInput,
  Skeleton,
  Tag,
  toast,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

const TITLE = '中途参保资格';
const MOST_PAPERS = 6;
const HINT = '拍清楚整页，最多 6 份';

/** #/midApply: papers that show why somebody may join after the main window, and how the applications stand. */
export default function MidApplyPage() {
  const product = useProduct();
  const open = useOpenFlow() === 'mid';
  const family = useCall(calls.queryFamily, { productId: product.editionCode }, { quietFailure: true });
  const asked = useCall(calls.queryMidYear, { productId: product.editionCode }, { quietFailure: true });
  const rules = useCall(calls.midYearRules, { productId: product.editionCode }, { quietFailure: true });
  const failure = family.failure ?? asked.failure ?? rules.failure;
  if (failure) {
    const reload = () => {
      family.reload();
      asked.reload();
      rules.reload();
    };
    return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  }
  if (!family.value || !asked.value || !rules.value) {
    return (
      <Page title={inWords(TITLE)}>
        <Skeleton lines={[44, 64, 64]} />
      </Page>
    );
  }
  const { applications } = asked.value;
  const taken = new Set(
    applications
      .filter(({ status }) => status === 'submitted' || status === 'more-papers' || status === 'approved')
      .map(({ memberId }) => memberId),
  );
  const free = family.value.filter((member) => member.state === 'insurable' && !taken.has(member.memberId));
  return (
    <Page title={inWords(TITLE)} lead="先确认资格，再付款，不会白付">
      {applications.length > 0 && (
        <Section title="我的申请">
          {applications.map((application) => (
            <Application key={application.applicationNo} application={application} onChanged={asked.reload} />
          ))}
        </Section>
      )}
      {open && free.length > 0 && (
        <Apply
          key={applications.length}
          reasons={rules.value.reasons.filter((reason) => reason.proof === 'paper')}
          people={free.map(({ memberId, name }) => ({ value: memberId, label: name }))}
          onSent={asked.reload}
        />
      )}
      {open && family.value.length === 0 && (
        <EmptyState
          title="先添加要参保的人"
          lead="添加好再回来交材料"
          action={<Button href="#/beforeAdd">添加</Button>}
        />
      )}
      {!open && (
        <div className="mt3">
          <Notice title="现在不办理中途参保">办理时间和条件写在“中途参保”里。</Notice>
        </div>
      )}
      <div className="buttons mt6">
        <Button kind="neutral" block href="#/mid">
          {open ? '看条件和起保日期' : '看办理时间和条件'}
        </Button>
      </div>
    </Page>
  );
}

type ApplyProps = {
  reasons: readonly { code: string; label: string; detail: string }[];
  people: readonly { value: string; label: string }[];
  onSent: () => void;
};

function Apply({ reasons, people, onSent }: ApplyProps) {
  const { editionCode } = useProduct();
  const [memberId, setMemberId] = useState(people[0]?.value ?? '');
  const [code, setCode] = useState(reasons[0]?.code ?? '');
  const uploads = useUploads(MOST_PAPERS, 'mid-year');
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [apply, applying] = useAction(calls.applyMidYear, { quietFailure: true });
  const reason = reasons.find((entry) => entry.code === code);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setAsked(true);
    if (missingPapers(uploads)) return goToField('mid-papers');
    const reply = await apply({ productId: editionCode, memberId, reason: code, fileIds: uploads.fileIds });
    if (!reply.ok) return setProblem(failureText(reply, PAPERS_KEPT));
    toast('已交上去', { kind: 'ok' });
    onSent();
  };
  return (
    <Section title="交材料">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="card card-flush">
          <Field id="mid-person" label="给谁办">
            {(field) => <SelectInput {...field} value={memberId} onChange={setMemberId} options={people} />}
          </Field>
          <Field id="mid-reason" label="属于哪种情况" hint={reason?.detail}>
            {(field) => (
              <SelectInput
                {...field}
                value={code}
                onChange={setCode}
                options={reasons.map((entry) => ({ value: entry.code, label: entry.label }))}
              />
            )}
          </Field>
        </div>
        <div className="card card-flush mt3">
          <UploadPapers
            id="mid-papers"
            title="证明材料"
            hint={HINT}
            uploads={uploads}
            most={MOST_PAPERS}
            error={asked ? missingPapers(uploads) : null}
          />
        </div>
        <FormProblem problem={problem} />
        <div className="mt4">
          <Button type="submit" block busy={applying.busy}>
            交上去
          </Button>
        </div>
        <p className="note mt2">材料加密保存，只有审核的人能看。一般 3 个工作日内有结果。</p>
      </form>
    </Section>
  );
}

const TONES = {
  submitted: 'info',
  'more-papers': 'warn',
  approved: 'ok',
  refused: 'err',
  withdrawn: 'neutral',
  lapsed: 'neutral',
} as const;

function Application({ application, onChanged }: { application: MidYearApplicationValue; onChanged: () => void }) {
  const { applicationNo, name, reasonLabel, status, statusLabel, answer, until, paperCount } = application;
  const [withdraw, withdrawing] = useAction(calls.withdrawMidYear, { quietFailure: true });
  const [supplement] = useAction(calls.supplementMidYear, { quietFailure: true });
  const sendMore = async (fileIds: string[]): Promise<string | null> => {
    const reply = await supplement({ applicationNo, fileIds });
    if (!reply.ok) return failureText(reply, PAPERS_KEPT);
    onChanged();
    return null;
  };
  const untilLabel = status === 'approved' ? '请在此前参保' : '最晚出结果';
  return (
    <Card className="mt3">
      <div className="card-head">
        <h3>{name}</h3>
        <Tag tone={TONES[status]}>{statusLabel}</Tag>
      </div>
      <div className="mt2">
        <KeyValues
          items={[
            { label: '情况', value: reasonLabel },
            { label: '材料', value: `${paperCount} 份`, num: true },
            ...(until ? [{ label: untilLabel, value: until, num: true }] : []),
            ...(answer ? [{ label: status === 'refused' ? '原因' : '还缺', value: answer }] : []),
          ]}
        />
      </div>
      {status === 'more-papers' && (
        <MorePapers id={`mid-more-${applicationNo}`} use="mid-year" most={MOST_PAPERS} hint={HINT} send={sendMore} />
      )}
      {status === 'approved' && (
        <div className="mt3">
          <Button block href="#/beforeAuthUser">
            去参保
          </Button>
        </div>
      )}
      {(status === 'submitted' || status === 'more-papers') && (
        <TakeBack
          which={name}
          busy={withdrawing.busy}
          withdraw={() => withdraw({ applicationNo })}
          onChanged={onChanged}
        />
      )}
    </Card>
  );
}
