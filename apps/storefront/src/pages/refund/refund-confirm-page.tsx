import './refund.css';
import type { RefundSubmissionValue } from '@huimin/contract';
import { formatYuanWithSign } from '@huimin/domain/money';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useNavigation, useQuery } from '../../context/index.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
import { forgetRefund, keptRefund, type RefundDraft, type RefundReason } from '../../features/refund/refund-draft.ts';
import { namedPeople, names, refundWords } from '../../features/refund/refund-words.ts';
import {
  Bar,
  Button,
  Card,
  CheckRow,
  ConsentLine,
  FormProblem,
  goToField,
  KeyValues,
  Money,
  Page,
  Skeleton,
  useConsent,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { OrderMissing } from '../pay/order-missing.tsx';

const TITLE = refundWords(undefined).confirmTitle;
type ChosenDraft = RefundDraft & { readonly reason: RefundReason };

/** Giving policies back, second step: what will happen, the code from the phone, the confirmation. */
export default function RefundConfirmPage() {
  const orderNo = useQuery().get('orderNo') ?? '';
  const { navigate } = useNavigation();
  // As it was on arrival: once it is confirmed nothing is kept any more, and the page is on its way out.
  const [draft] = useState(() => keptRefund(orderNo));
  const chosen = draft !== null && draft.reason !== null && draft.policyNos.length > 0;
  const { value, failure, reload } = useCall(
    calls.queryRefundSubmission,
    { orderNo },
    { overlay: false, quietFailure: true, when: orderNo !== '' && chosen },
  );
  useEffect(() => {
    if (orderNo !== '' && !chosen) navigate(`/refund-reason?orderNo=${orderNo}`, { replace: true });
  }, [orderNo, chosen, navigate]);
  if (orderNo === '') return <OrderMissing title={TITLE} />;
  if (!value && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!value || !chosen) {
    return (
      <Page step="第 2 步，共 2 步" title={TITLE}>
        <Card>
          <Skeleton lines={[22, 22, 22, 22, 44]} />
        </Card>
      </Page>
    );
  }
  return <Confirmation submission={value} draft={draft as ChosenDraft} reload={reload} />;
}

type Problems = { code?: string; other?: string };
type ConfirmationProps = { submission: RefundSubmissionValue; draft: ChosenDraft; reload: () => void };

function Confirmation({ submission, draft, reload }: ConfirmationProps) {
  const { orderNo, reason, clientKey } = draft;
  const words = refundWords(submission.kind);
  const { navigate } = useNavigation();
  const [code, setCode] = useState('');
  const consent = useConsent('refund-agree', `请看完以上内容后勾选，再${words.confirm}`);
  const [closesWithholding, setClosesWithholding] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [send] = useAction(calls.saveRefundSubmission, { quietFailure: true });
  const [applyForSome, some] = useAction(calls.applyRefund, { quietFailure: true });
  const [applyForAll, all] = useAction(calls.refundOrder, { quietFailure: true });
  const sending = useCodeSending(submission.phoneMasked);

  const people = submission.people.filter(({ policyNo }) => draft.policyNos.includes(policyNo));
  const whole = submission.people.filter((person) => person.refundable).length === people.length;
  const sumFen = people.reduce((sum, person) => sum + person.amountFen, 0);
  const upgradeFen = people.reduce((sum, person) => sum + (person.upgradeFen ?? 0), 0);
  const policyNos = people.map((person) => person.policyNo);

  const sendCode = async () => {
    setProblems({ ...problems, code: undefined, other: undefined });
    const said = sending.note(await send({ orderNo, policyNos, reason }));
    if (said) setProblems({ code: said });
    else goToField('refund-code');
  };

  const confirm = async () => {
    const wrong = codeProblem(code);
    setProblems({ code: wrong });
    const agreed = consent.check();
    if (wrong) return goToField('refund-code');
    if (!agreed) return;
    const closing = closesWithholding ? { closeWithholding: true } : {};
    const confirmation = { orderNo, reason, expectedFen: sumFen, code, clientKey, ...closing };
    const reply = whole ? await applyForAll(confirmation) : await applyForSome({ ...confirmation, policyNos });
    if (reply.ok) {
      forgetRefund();
      return navigate(`/refund-reason?orderNo=${orderNo}&refundNo=${reply.value.refundNo}`, { replace: true });
    }
    if (reply.name === 'no-reply') return setProblems({ other: `${noReplyText(reply)}。再按一次不会重复退` });
    if (reply.name === 'sms-code-wrong' || reply.name === 'sms-code-expired') {
      setProblems({ code: reply.message });
      return goToField('refund-code');
    }
    if (reply.name === 'order-state') reload();
    setProblems({ other: reply.message });
  };

  return (
    <Page
      step="第 2 步，共 2 步"
      title={words.confirmTitle}
      bar={
        <Bar>
          <Button
            kind="neutral"
            onPress={() => {
              forgetRefund();
              navigate(`/orderDetail?orderNo=${orderNo}`);
            }}
          >
            不退了
          </Button>
          <Button onPress={() => void confirm()} busy={some.busy || all.busy}>
            {words.confirm}
          </Button>
        </Bar>
      }
    >
      <Card>
        <KeyValues
          items={[
            { label: words.people, value: namedPeople(people) },
            { label: '原因', value: submission.reasons.find(({ value }) => value === reason)?.label },
            { label: '怎么算的', value: submission.basisText },
            { label: '退到哪里', value: sumFen > 0 ? submission.destination : null },
            {
              label: '升级差价',
              value: upgradeFen > 0 ? `${formatYuanWithSign(upgradeFen)}，按付差价的方式原路退回` : null,
            },
            { label: '到账时间', value: sumFen > 0 ? submission.arrivalText : null },
            { label: '最晚到账', value: sumFen > 0 ? submission.latestArrival : null, num: true },
          ]}
        />
        <hr className="refund-line" />
        <div className="refund-sum">
          <span>退款金额</span>
          <Money fen={sumFen} size="large" />
        </div>
      </Card>
      <FormProblem problem={problems.other} />
      <Card flush className="mt3">
        <CodeField
          id="refund-code"
          label="短信验证码"
          hint={`为了确认是您本人操作，发送到 ${submission.phoneMasked}`}
          error={problems.code}
          value={code}
          onChange={(value) => {
            setCode(value);
            if (problems.code) setProblems({ ...problems, code: undefined });
          }}
          onSend={() => void sendCode()}
          sending={sending}
        />
      </Card>
      {submission.withholding && (
        <Card flush className="mt3">
          <CheckRow checked={closesWithholding} onChange={setClosesWithholding}>
            <b>是否同时关闭自动重新投保</b>
            <span className="note">不勾选就保持开通，以后也可以随时关</span>
          </CheckRow>
        </Card>
      )}
      <div className="mt3">
        <ConsentLine consent={consent}>
          {submission.kind === 'upgrade'
            ? `我知道退回升级后${names(people)}的保单回到原来的方案`
            : `我知道退保后${names(people)} ${submission.editionYear} 年没有保障`}
        </ConsentLine>
        <p className="note mt2">确认后马上开始办，不能撤回。</p>
      </div>
    </Page>
  );
}
