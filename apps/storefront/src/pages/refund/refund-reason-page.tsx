import './refund.css';
import type { RefundSubmissionValue } from '@huimin/contract';
import { formatYuanWithSign } from '@huimin/domain/money';
import { relationshipLabel } from '@huimin/domain/order';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { keepRefund, keptRefund, type RefundReason } from '../../features/refund/refund-draft.ts';
import { isMoving, names, refundWords } from '../../features/refund/refund-words.ts';
import {
  Bar,
  Button,
  Card,
  CheckRow,
  EmptyState,
  FieldError,
  goToField,
  Money,
  Notice,
  Page,
  PhoneLink,
  Row,
  Section,
  Skeleton,
  Tag,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { OrderMissing } from '../pay/order-missing.tsx';
import { RefundProgress } from './refund-progress.tsx';

const TITLE = refundWords(undefined).title;
/** While money moves the page looks again. */
const LOOK_AGAIN_MS = 5_000;

/** Giving policies back, first step: whose, and why. With `refundNo` in the address, how that refund is getting on. */
export default function RefundReasonPage() {
  const query = useQuery();
  const orderNo = query.get('orderNo') ?? '';
  const refundNo = query.get('refundNo');
  const submission = useCall(
    calls.queryRefundSubmission,
    { orderNo },
    { overlay: false, quietFailure: true, when: orderNo !== '' },
  );
  const { value, failure, reload } = submission;
  const nobodyLeft = value?.people.every((person) => !person.refundable) ?? false;
  const shown =
    refundNo !== null || nobodyLeft
      ? (value?.refunds.find((refund) => refund.refundNo === refundNo) ?? value?.refunds[0])
      : undefined;
  useLookAgain(submission, { when: shown !== undefined && isMoving(shown), everyMs: LOOK_AGAIN_MS });
  if (orderNo === '') return <OrderMissing title={TITLE} />;
  if (!value && failure?.name === 'order-state') return <NothingPaid orderNo={orderNo} message={failure.message} />;
  if (!value && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!value) return <RefundSkeleton />;
  if (shown) return <RefundProgress refund={shown} submission={value} />;
  return value.offered && !nobodyLeft ? <Choice submission={value} /> : <NotPossible submission={value} />;
}

function Choice({ submission }: { submission: RefundSubmissionValue }) {
  const { orderNo, people, reasons, refunds } = submission;
  const words = refundWords(submission.kind);
  const { navigate } = useNavigation();
  const kept = keptRefund(orderNo);
  const open = people.filter((person) => person.refundable);
  const [{ chosen, reason }, setChoice] = useState<{ chosen: readonly string[]; reason: RefundReason | null }>(() => ({
    chosen: (kept?.policyNos ?? []).filter((policyNo) => open.some((person) => person.policyNo === policyNo)),
    reason: kept?.reason ?? null,
  }));
  const [asked, setAsked] = useState(false);
  const going = open.filter((person) => chosen.includes(person.policyNo));
  const sumFen = going.reduce((sum, person) => sum + person.amountFen, 0);
  const nobody = asked && going.length === 0 ? '请选择退谁的' : null;
  const noReason = asked && reason === null ? '请选择为什么退' : null;

  const goOn = () => {
    setAsked(true);
    if (going.length === 0) return goToField(`refund-${open[0]?.policyNo}`);
    if (reason === null) return goToField(`refund-${reasons[0]?.value}`);
    keepRefund({ orderNo, policyNos: going.map((person) => person.policyNo), reason });
    navigate(`/refund-confirm?orderNo=${orderNo}`);
  };
  const change = (choice: { chosen: readonly string[]; reason: RefundReason | null }) => {
    setChoice(choice);
    keepRefund({ orderNo, policyNos: choice.chosen, reason: choice.reason });
  };
  const choose = (policyNo: string, on: boolean) =>
    change({ chosen: on ? [...chosen, policyNo] : chosen.filter((other) => other !== policyNo), reason });

  return (
    <Page
      step="第 1 步，共 2 步"
      title={words.title}
      bar={
        <Bar
          tip={nobody ?? noReason}
          sum={
            <>
              <small>{going.length} 人，可退</small>
              <Money fen={sumFen} size="large" />
            </>
          }
        >
          <Button onPress={goOn}>下一步</Button>
        </Bar>
      }
    >
      <Notice tone="warn" title={submission.consequence.title}>
        {submission.consequence.text}
      </Notice>
      {refunds.map((refund) => (
        <Card flush className="mt3" key={refund.refundNo}>
          <Row
            label={`${names(refund.people)}的退款`}
            value={refund.statusLabel}
            href={`#/refund-reason?orderNo=${orderNo}&refundNo=${refund.refundNo}`}
          />
        </Card>
      ))}
      <fieldset className="section refund-people" aria-describedby={nobody ? 'refund-nobody' : undefined}>
        <legend className="sr-only">{words.people}</legend>
        <div className="section-head">
          <h2>{words.whose}</h2>
          {open.length > 1 && (
            <button
              type="button"
              className="link"
              onClick={() => change({ chosen: open.map((person) => person.policyNo), reason })}
            >
              全选
            </button>
          )}
        </div>
        <Card flush>
          {people.map((person) => (
            <CheckRow
              key={person.policyNo}
              id={`refund-${person.policyNo}`}
              boxFirst
              disabled={!person.refundable}
              checked={chosen.includes(person.policyNo)}
              onChange={(on) => choose(person.policyNo, on)}
            >
              <span>
                <b>{person.name}</b> <Tag>{relationshipLabel(person.relationship)}</Tag>
              </span>
              {person.refundable ? (
                <span className="num">
                  {formatYuanWithSign(person.amountFen)}
                  {person.upgradeFen !== undefined && `（含升级差价 ${formatYuanWithSign(person.upgradeFen)}）`}
                </span>
              ) : (
                <span className="note">{person.why}</span>
              )}
            </CheckRow>
          ))}
        </Card>
        <FieldError id="refund-nobody" error={nobody} />
        <p className="note mt2">{submission.basisText}</p>
      </fieldset>
      <fieldset className="section" aria-describedby={noReason ? 'refund-no-reason' : undefined}>
        <legend className="sr-only">为什么退</legend>
        <div className="section-head">
          <h2>为什么退</h2>
        </div>
        <Card flush>
          {reasons.map(({ value, label }) => (
            <CheckRow
              key={value}
              id={`refund-${value}`}
              type="radio"
              name="refund-reason"
              value={value}
              checked={reason === value}
              onChange={() => change({ chosen, reason: value })}
            >
              {label}
            </CheckRow>
          ))}
        </Card>
        <FieldError id="refund-no-reason" error={noReason} />
      </fieldset>
      {submission.kind !== 'upgrade' && (
        <div className="mt3">
          <Notice>
            只是信息填错，先看看
            <a className="inline-link" href={`#/fixInfoDetail?orderNo=${encodeURIComponent(submission.orderNo)}`}>
              能不能直接修改
            </a>
            ，不一定要退保。
          </Notice>
        </div>
      )}
    </Page>
  );
}

/** Nothing of the order can go back, and asking again would not change it. */
function NothingPaid({ orderNo, message }: { orderNo: string; message: string }) {
  return (
    <Page title={TITLE}>
      <EmptyState title={message} action={<Button href={`#/orderDetail?orderNo=${orderNo}`}>看订单</Button>} />
    </Page>
  );
}

function NotPossible({ submission }: { submission: RefundSubmissionValue }) {
  const { orderNo, notOffered, people } = submission;
  const { tel } = useProduct();
  const words = refundWords(submission.kind);
  const order = (
    <Button kind="neutral" href={`#/orderDetail?orderNo=${orderNo}`}>
      看订单
    </Button>
  );
  return (
    <Page title={words.title}>
      <EmptyState title={notOffered ?? words.nothing} lead={<PhoneLink tel={tel} />} action={order} />
      {notOffered === null && (
        <Section title="每个人的情况">
          <Card flush>
            {people.map((person) => (
              <Row key={person.policyNo} label={person.name} value={person.why} />
            ))}
          </Card>
        </Section>
      )}
    </Page>
  );
}

function RefundSkeleton() {
  return (
    <Page step="第 1 步，共 2 步" title={TITLE}>
      <Card>
        <Skeleton lines={[44]} />
      </Card>
      <Section title="退谁的">
        <Card>
          <Skeleton lines={[44, 44]} />
        </Card>
      </Section>
    </Page>
  );
}
