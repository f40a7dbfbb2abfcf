import '../../ui/form.css';
import '../../ui/controls.css';
import './insure.css';
import type { MemberViewValue } from '@huimin/contract';
import { premiumTotalFen } from '@huimin/domain/money';
import { coverFrom } from '@huimin/domain/product';
import { useEffect } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useNavigation, useOpenFlow, useProduct, useServerClock } from '../../context/index.ts';
import { ReadingSection, ReadingSheet } from '../../features/documents/must-read.tsx';
import { readFirst, unreadText } from '../../features/documents/use-must-read.ts';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { withMembers } from '../../features/draft-order/order-draft.ts';
import { chosenPlan } from '../../features/plans/chosen-plan.ts';
import { OtherCoverPart, useOtherCover } from '../../features/sale/other-cover.tsx';
import { ElderHelp } from '../../features/support/elder-help.tsx';
import { Bar, Button, ConsentLine, inWords, Money, Page, Skeleton, useConsent } from '../../ui/index.ts';
import { Steps } from '../../ui/steps.tsx';
import { BarTip } from './bar-tip.tsx';
import { InsuredSection, PayerSection, ProductCard } from './confirm-sections.tsx';
import { payerOf, payerProblem } from './family.ts';
import { LoadProblem } from './load-problem.tsx';
import { useDraftReading } from './use-draft-reading.ts';
import { useOrderSaving } from './use-order-saving.tsx';
import { usePurchaseGuard } from './use-purchase-guard.ts';

/** 核对参保信息: everything once more, the documents to be read, and the order. */
export default function ConfirmPage() {
  return usePurchaseGuard() ? <Confirm /> : null;
}

function Confirm() {
  const product = useProduct();
  const elder = useElderMode();
  const { navigate } = useNavigation();
  const { draft, change } = useDraft(product.editionCode);
  const family = useCall(calls.queryFamily, { productId: product.editionCode }, { quietFailure: true });
  const nobody = draft.memberIds.length === 0;
  const noPlan = chosenPlan(product.plans, draft.planCode) === null;
  useEffect(() => {
    if (nobody || noPlan) navigate('/beforeAuthUser', { replace: true });
  }, [nobody, noPlan, navigate]);

  const members = family.value;
  // People who were removed meanwhile are no part of the draft any more.
  const present = members ? draft.memberIds.filter((id) => members.some((member) => member.memberId === id)) : null;
  const someGone = present !== null && present.length < draft.memberIds.length;
  useEffect(() => {
    if (someGone && present) change((before, making) => withMembers(before, present, making));
  });

  const title = elder ? '看看对不对' : '核对参保信息';
  if (family.state === 'failed') return <LoadProblem title={title} failure={family.failure} onReload={family.reload} />;
  if (nobody || noPlan || members === null || someGone) {
    return (
      <Page title={inWords(title)} step={elder && <Steps at={3} />}>
        <Skeleton lines={[96, 120, 120, 160]} />
      </Page>
    );
  }
  const people = draft.memberIds.flatMap((id) => members.find((member) => member.memberId === id) ?? []);
  return <ConfirmPeople title={title} people={people} payer={payerOf(members)} />;
}

/** First day of cover for who joins late, were the order saved now; null: the edition's. */
function useCoverFrom(): string | null {
  const product = useProduct();
  const flow = useOpenFlow();
  const clock = useServerClock();
  return flow && coverFrom(flow, product, clock.now());
}

type Props = { title: string; people: readonly MemberViewValue[]; payer: MemberViewValue | null };

function ConfirmPeople({ title, people, payer }: Props) {
  const product = useProduct();
  const coverFrom = useCoverFrom();
  const elder = useElderMode();
  const { navigate } = useNavigation();
  const { draft } = useDraft(product.editionCode);
  const { reading, refresh } = useDraftReading(product);
  const consent = useConsent('confirm-consent', '请看完以上内容后勾选，再去付款');
  const otherCover = useOtherCover();
  const plan = chosenPlan(product.plans, draft.planCode);
  const premiumFen = plan?.premiumFen ?? 0;
  const order = useOrderSaving({
    editionCode: product.editionCode,
    planCode: plan?.code,
    payer,
    people,
    shownFen: premiumTotalFen(premiumFen, people.length),
    documents: reading.documents,
    refreshDocuments: refresh,
    onConsentGone: () => consent.set(false),
  });

  const insured = people.filter((member) => member.state === 'insured');
  const payment = payerProblem(payer);
  const step = nextStep();

  function nextStep(): { tip: string | null; wrong?: boolean; button: string; go: () => void } {
    if (insured.length > 0) {
      const names = insured.map((member) => member.name).join('、');
      const tip = `${names}已经参加本年度保障，不用再买`;
      return { tip, wrong: true, button: '修改名单', go: () => navigate('/beforeAuthUser') };
    }
    if (payment) return { tip: payment.message, wrong: true, button: payment.action, go: () => navigate(payment.href) };
    const [first] = reading.unread;
    if (first) {
      const tip = order.problem ?? unreadText(reading, '付款');
      return { tip, wrong: order.problem !== null, button: '继续阅读', go: () => reading.begin(first.key) };
    }
    return { tip: order.problem, wrong: true, button: '去付款', go: pay };
  }

  function pay(): void {
    const insists = otherCover.check(true);
    if (consent.check(insists) && insists) void order.save();
  }

  return (
    <Page
      className="insure-page"
      title={inWords(title)}
      lead={elder ? '名字、身份证号要和证件一样' : '信息有误会影响理赔，请仔细看'}
      step={elder && <Steps at={3} />}
      bar={
        <Bar
          tip={step.tip && <BarTip wrong={step.wrong === true}>{step.tip}</BarTip>}
          sum={
            <>
              <small>{elder ? `${people.length} 人，一共` : `${people.length} 人合计`}</small>
              <Money fen={premiumTotalFen(premiumFen, people.length)} size="large" />
            </>
          }
        >
          <Button busy={order.busy} onPress={step.go}>
            {step.button}
          </Button>
        </Bar>
      }
    >
      <ProductCard product={coverFrom ? { ...product, validDate: coverFrom } : product} plan={plan} />
      <InsuredSection people={people} premiumFen={premiumFen} editionYear={product.editionYear} />
      <PayerSection payer={payer} />
      <ReadingSection reading={reading} />
      <OtherCoverPart cover={otherCover} elder={elder} />
      <div className={elder ? 'mt4' : 'mt3'}>
        <ConsentLine consent={consent} onChange={order.clearProblem} first={readFirst(reading)}>
          {elder ? '我看完了，信息没有错' : '我已读完并同意以上文件，确认被保险人信息属实'}
        </ConsentLine>
      </div>
      <ElderHelp />
      <ReadingSheet reading={reading} productId={product.editionCode} onRead={order.clearProblem} />
      {order.line}
    </Page>
  );
}
