import '../../ui/form.css';
import '../../ui/controls.css';
import '../insure/insure.css';
import './assisted.css';
import type { AssistanceForResidentValue } from '@huimin/contract';
import { formatDotRange } from '@huimin/domain/date';
import { premiumTotalFen, saidYuan } from '@huimin/domain/money';
import { relationshipLabel, SELF } from '@huimin/domain/order';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { ReadingSection, ReadingSheet } from '../../features/documents/must-read.tsx';
import { readFirst, unreadText } from '../../features/documents/use-must-read.ts';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { withMembers, withPlan } from '../../features/draft-order/order-draft.ts';
import { chosenPlan } from '../../features/plans/chosen-plan.ts';
import { PlanChoice } from '../../features/plans/plan-choice.tsx';
import { OtherCoverPart, useOtherCover } from '../../features/sale/other-cover.tsx';
import {
  Bar,
  Button,
  Card,
  ConsentLine,
  confirmDialog,
  EmptyState,
  ErrorState,
  goToField,
  inWords,
  LongNumber,
  Money,
  Monogram,
  Notice,
  Page,
  Section,
  Skeleton,
  useConsent,
} from '../../ui/index.ts';
import { inEverydayWords } from '../home/everyday-words.ts';
import { BarTip } from '../insure/bar-tip.tsx';
import { LoadProblem } from '../insure/load-problem.tsx';
import { useDraftReading } from '../insure/use-draft-reading.ts';
import { useOrderSaving } from '../insure/use-order-saving.tsx';
import { WayHome } from '../pay/load-problem.tsx';
import { useElderSize } from './use-elder-size.ts';
import { useLoginFirst } from './use-login-first.ts';

const TITLE = '请您自己看一遍';
/** What staff fill in shows within this time. */
const LOOK_AGAIN_MS = 3_000;

/** #/temp-confirm: the resident's own phone, always in large letters. Takes an outlet's help up, then reads, confirms and pays. */
export default function TempConfirmPage() {
  useElderSize();
  return useLoginFirst() ? <TakeUp /> : null;
}

function TakeUp() {
  const query = useQuery();
  const { navigate } = useNavigation();
  const [code, link] = [query.get('code'), query.get('link')];
  const [join] = useAction(calls.joinAssistance, { quietFailure: true });
  const [joined, setJoined] = useState<string | null>(null);
  const [failure, setFailure] = useState<CallFailure | NetworkFailure | null>(null);
  const [round, setRound] = useState(0);
  const hasCode = code !== null || link !== null;
  useEffect(() => {
    if (!hasCode) navigate('/temp-login', { replace: true });
  }, [hasCode, navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code, and again when asked to
  useEffect(() => {
    if (!hasCode) return;
    setFailure(null);
    void join(link !== null ? { link } : { code: code ?? '' }).then((reply) => {
      if (reply.ok) setJoined(reply.value.assistanceNo);
      else setFailure(reply.name === 'no-reply' ? reply.failure : reply);
    });
  }, [code, link, round]);

  if (joined) return <Help assistanceNo={joined} />;
  if (failure) {
    if (failure instanceof NetworkFailure) {
      return (
        <Page title="网点协助">
          <ErrorState kind={failure.reason} onReload={() => setRound(round + 1)} />
          <WayHome />
        </Page>
      );
    }
    const needsLogin = failure.name === 'not-logged-in';
    return (
      <Page title="网点协助">
        <EmptyState
          title={needsLogin ? '登录后才能继续' : failure.message}
          lead="需要帮忙可以问旁边的工作人员"
          action={
            needsLogin ? (
              <Button onPress={() => setRound(round + 1)}>再试一次</Button>
            ) : (
              <Button href="#/temp-login">重新输入码</Button>
            )
          }
        />
      </Page>
    );
  }
  return (
    <Page title={inWords(TITLE)}>
      <Skeleton lines={[64, 96, 96]} />
    </Page>
  );
}

function Help({ assistanceNo }: { assistanceNo: string }) {
  const help = useCall(calls.queryAssistance, { assistanceNo }, { quietFailure: true, overlay: false });
  const { value, failure, reload } = help;
  const isOpen = value === null || value.status === 'joined' || value.status === 'prepared';
  useLookAgain(help, { when: isOpen, everyMs: LOOK_AGAIN_MS });

  if (!value && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={inWords(TITLE)}>
        <Skeleton lines={[64, 96, 96]} />
      </Page>
    );
  }
  if (value.status === 'ordered' && value.orderNo) return <Ordered orderNo={value.orderNo} />;
  if (!isOpen) return <Over />;
  if (value.status === 'joined') {
    return (
      <Page title="网点协助" lead="这是您的手机，由您自己决定">
        <StaffCard staff={value.staff} />
        <div className="mt3" role="status">
          <Notice title="工作人员正在帮您填信息">填好后会显示在这里，请稍等。您也可以自己慢慢填。</Notice>
        </div>
        <div className="buttons mt6">
          <Button kind="neutral" block href="#/beforeAuthUser">
            我自己填
          </Button>
        </div>
      </Page>
    );
  }
  return <Confirm key={value.preparedVersion} help={value} onChanged={reload} />;
}

function Ordered({ orderNo }: { orderNo: string }) {
  return (
    <Page title="您已经确认">
      <EmptyState
        title="订单已保存"
        lead="付完款，保障才算办好"
        action={<Button href={`#/pay?orderNo=${encodeURIComponent(orderNo)}`}>去付款</Button>}
      />
    </Page>
  );
}

function Over() {
  return (
    <Page title="这次协助已经结束">
      <EmptyState
        title="什么都没有买，也没有扣钱"
        lead="要接着办，请工作人员换一个码；也可以自己参保"
        action={
          <div className="buttons">
            <Button block href="#/temp-login">
              输入新的码
            </Button>
            <Button kind="neutral" block href="#/index">
              自己参保
            </Button>
          </div>
        }
      />
    </Page>
  );
}

function StaffCard({ staff }: { staff: AssistanceForResidentValue['staff'] }) {
  return (
    <Card className="mt3">
      <div className="assist-person">
        <Monogram name={staff.name} />
        <div>
          <p>
            <b>
              <span data-pii>{staff.name}</span>在帮您填
            </b>
          </p>
          <p className="note">{staff.outletName}</p>
          <p className="note num">工号 {staff.staffNo}</p>
        </div>
      </div>
    </Card>
  );
}

function Confirm({ help, onChanged }: { help: AssistanceForResidentValue; onChanged: () => void }) {
  const product = useProduct();
  const { draft, change } = useDraft(product.editionCode);
  const { reading, refresh } = useDraftReading(product);
  const { documents, unread } = reading;
  const consent = useConsent('assist-consent', '请看完以上内容后勾选，再去付款');
  const [problem, setProblem] = useState<string | null>(null);
  const [accept, accepting] = useAction(calls.acceptAssistance, { quietFailure: true });
  const [end] = useAction(calls.endAssistance, { quietFailure: true });
  const [tellReading] = useAction(calls.reportReading, { quietFailure: true, overlay: false });
  const plan = chosenPlan(product.plans, draft.planCode);
  const insured = help.people.filter((person) => person.insured);
  const premiumFen = plan?.premiumFen ?? 0;
  const order = useOrderSaving({
    editionCode: product.editionCode,
    planCode: plan?.code,
    payer: null,
    people: [],
    shownFen: premiumTotalFen(premiumFen, insured.length),
    documents,
    refreshDocuments: refresh,
    onConsentGone: () => consent.set(false),
  });
  const readCount = documents.length - unread.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each document that was read
  useEffect(() => {
    if (documents.length === 0) return;
    void tellReading({ assistanceNo: help.assistanceNo, readCount, totalCount: documents.length });
  }, [readCount, documents.length]);

  const otherCover = useOtherCover();
  const payer = help.people.find((person) => person.relationship === SELF);

  const confirm = async () => {
    setProblem(null);
    if (!plan) {
      setProblem('请先选一个方案');
      return goToField('plan-choice');
    }
    if (unread[0]) return reading.begin(unread[0].key);
    const insists = otherCover.check(true);
    if (!consent.check(insists) || !insists) return;
    const reply = await accept({
      assistanceNo: help.assistanceNo,
      preparedVersion: help.preparedVersion,
      consent: true,
    });
    if (!reply.ok) {
      if (reply.name === 'order-state') onChanged();
      return setProblem(reply.name === 'no-reply' ? '没有收到回复。请再点一次，不会重复下单' : reply.message);
    }
    const { policyholderMemberId, insuredMemberIds } = reply.value;
    change((before, making) => withMembers(before, insuredMemberIds, making));
    await order.save({ assistanceNo: help.assistanceNo, policyholderMemberId });
  };
  const decline = async () => {
    const yes = await confirmDialog({
      title: '先不办了',
      body: '什么都不会买，也不会扣钱。填好的信息会清掉',
      confirm: '先不办',
      cancel: '再看看',
    });
    if (!yes) return;
    const reply = await end({ assistanceNo: help.assistanceNo });
    if (!reply.ok && reply.name === 'no-reply') return setProblem(failureText(reply));
    onChanged();
  };

  const tip = problem ?? order.problem ?? unreadText(reading, '付款');
  return (
    <Page
      className="insure-page"
      title={inWords(TITLE)}
      lead="这是您的手机，由您自己决定"
      bar={
        <Bar
          tip={tip && <BarTip wrong={(problem ?? order.problem) !== null}>{tip}</BarTip>}
          sum={
            <>
              <small>{insured.length} 人，一共</small>
              <Money fen={premiumTotalFen(premiumFen, insured.length)} size="large" />
            </>
          }
        >
          <Button kind="neutral" onPress={() => void decline()}>
            先不办
          </Button>
          <Button busy={accepting.busy || order.busy} onPress={() => void confirm()}>
            {unread.length > 0 ? '继续阅读' : '我确认，去付款'}
          </Button>
        </Bar>
      }
    >
      <StaffCard staff={help.staff} />
      <Section title="给谁买">
        <ul className="card card-flush">
          {insured.map((person) => (
            <Person key={`${person.name}${person.idNumberMasked}`} person={person} />
          ))}
        </ul>
      </Section>
      {payer && !payer.insured && (
        <Section title="谁付钱">
          <ul className="card card-flush">
            <Person person={payer} />
          </ul>
        </Section>
      )}
      <Section title="买什么">
        <Card>
          <p>
            <b>{product.proName}</b>
          </p>
          <p className="num">{formatDotRange(product.validDate, product.invalidDate)}</p>
          {plan && <p className="num">{saidYuan(premiumFen)} 元，保一年</p>}
        </Card>
        <PlanChoice
          plans={product.plans}
          value={plan?.code ?? null}
          elder
          onChange={(code) => {
            setProblem(null);
            change((before, making) => withPlan(before, code, making));
          }}
        />
      </Section>
      <Section title="要先知道">
        <Card>
          <ul className="assist-known">
            {product.benefits[0] && (
              <>
                <li>医保先报，这个再报</li>
                <li className="num">自己付满 {product.benefits[0].deductibleFen / 1_000_000} 万元，才开始赔</li>
              </>
            )}
            <li>{inEverydayWords(product.preExistingNote)}</li>
          </ul>
        </Card>
      </Section>
      <ReadingSection reading={reading} />
      <OtherCoverPart cover={otherCover} elder />
      <div className="mt4">
        <ConsentLine consent={consent} onChange={order.clearProblem} first={readFirst(reading)}>
          {insured.some((person) => person.relationship !== SELF)
            ? '我看完了，是我自己要买；替家人买的，家人（孩子由监护人）已经同意'
            : '我看完了，是我自己要买'}
        </ConsentLine>
      </div>
      <p className="note mt3">信息不对、不想买了，都可以点“先不办”。工作人员不能替您点。</p>
      <ReadingSheet reading={reading} productId={product.editionCode} onRead={order.clearProblem} />
      {order.line}
    </Page>
  );
}

function Person({ person }: { person: AssistanceForResidentValue['people'][number] }) {
  return (
    <li className="insured">
      <p>
        <b data-pii>{person.name}</b> {person.relationship === SELF ? '' : relationshipLabel(person.relationship)}
      </p>
      <p className="insured-line num" data-pii>
        <LongNumber>{person.idNumberMasked}</LongNumber>
      </p>
      <p className="insured-line">{person.regionText}</p>
    </li>
  );
}
