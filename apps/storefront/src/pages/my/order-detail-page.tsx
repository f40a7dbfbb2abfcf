import './order-detail.css';
import type { Calls, OutputOf } from '@huimin/contract';
import { formatDotRange } from '@huimin/domain/date';
import { formatYuanWithSign } from '@huimin/domain/money';
import { ORDER_STATUS, relationshipLabel, SELF } from '@huimin/domain/order';
import { medicalTypeOf } from '@huimin/domain/person';
import { POLICY_STATUS } from '@huimin/domain/policy';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { calls } from '../../api/calls.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { useChannel, useElderMode, useNavigation, useQuery, useServerClock } from '../../context/index.ts';
import { openChange } from '../../features/changes/change-words.ts';
import { keepLoadedScreens } from '../../features/kept-papers/browser-kept-papers.ts';
import { useKeptOrders } from '../../features/kept-papers/use-kept-papers.ts';
import {
  issuingText,
  isWaiting,
  orderStatusWord,
  payActionText,
  policyStatusWord,
  raisingText,
  type StatusMap,
  type StatusWord,
} from '../../features/orders/order-words.ts';
import { useCancelOrder } from '../../features/orders/use-cancel-order.ts';
import { DownloadPaper, ViewPaper } from '../../features/policies/paper-buttons.tsx';
import { refundWords } from '../../features/refund/refund-words.ts';
import { useAgainWords } from '../../features/sale/again-words.ts';
import { ServiceIcon } from '../../features/support/service-icon.tsx';
import {
  Bar,
  Button,
  Card,
  Countdown,
  Icon,
  iconHeart,
  iconInfo,
  iconList,
  iconPeople,
  iconReturn,
  iconShield,
  inPhrases,
  KeyValues,
  Page,
  Row,
  Section,
  Skeleton,
  Tag,
} from '../../ui/index.ts';
import { StatusHead } from '../../ui/status-head.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { OrderMissing } from '../pay/order-missing.tsx';
import { KeptOrderCards } from './kept-orders.tsx';

type Detail = OutputOf<Calls['queryOrderDetail']>;
type KeyValue = ComponentProps<typeof KeyValues>['items'][number];

/** Policies come within seconds of the payment; while some are missing the page looks again. */
const LOOK_AGAIN_MS = 4_000;
const ISSUING: readonly number[] = [30, 40];
const PAID: readonly number[] = [30, 40, 50, 60, 61];

/** #/orderDetail: one order with its people, policies and payer. */
export default function OrderDetailPage() {
  const orderNo = useQuery().get('orderNo') ?? '';
  const detail = useCall(
    calls.queryOrderDetail,
    { orderNo },
    { overlay: false, quietFailure: true, when: orderNo !== '' },
  );
  const { value, failure, reload } = detail;
  const orderWords = useCall(calls.orderStatusMap, {}, { quietFailure: true });
  const policyWords = useCall(calls.policyStatusMap, {}, { quietFailure: true });
  const unsent = !value && failure instanceof NetworkFailure ? failure : null;
  const kept = useKeptOrders(unsent !== null);
  useEffect(() => {
    if (value) keepLoadedScreens();
  }, [value]);
  const issuing = value !== null && ISSUING.includes(value.order.status);
  useLookAgain(detail, { when: issuing, everyMs: LOOK_AGAIN_MS });

  if (orderNo === '') return <OrderMissing title="订单详情" />;
  if (unsent && kept === undefined) return <DetailSkeleton />;
  const ofList = kept?.orders.find((order) => order.orderNo === orderNo);
  if (unsent && kept && ofList) return <KeptOrderCards list={kept} only={ofList} failure={unsent} onReload={reload} />;
  if (!value && failure) return <LoadProblem title="订单详情" failure={failure} onReload={reload} />;
  if (!value) return <DetailSkeleton />;
  return <Shown detail={value} orderWords={orderWords.value} policyWords={policyWords.value} reload={reload} />;
}

type ShownProps = { detail: Detail; orderWords: StatusMap; policyWords: StatusMap; reload: () => void };

function Shown({ detail, orderWords, policyWords, reload }: ShownProps) {
  const { order, people, policyholder, payment } = detail;
  const { orderNo } = order;
  const elder = useElderMode();
  const channelKind = useChannel().kind;
  const paid = PAID.includes(order.status);
  const changes = useCall(calls.queryChanges, { orderNo }, { quietFailure: true, when: paid });
  const word = orderStatusWord(orderWords, order.status);
  const upgrade = order.kind === 'upgrade';
  return (
    <Page bar={<DetailBar detail={detail} paid={paid} reload={reload} />}>
      <StatusHead tone={word.tone} icon={word.tone === 'info' ? iconInfo : null} title={word.label}>
        <HeadLine detail={detail} onExpired={reload} />
      </StatusHead>
      <Card>
        <KeyValues
          items={[
            { label: '产品', value: order.productName },
            { label: upgrade ? '升级到' : '方案', value: order.planName },
            { label: '保障期', value: formatDotRange(detail.validDate, detail.invalidDate), num: true },
            { label: '订单号', value: orderNo, num: true },
            { label: '下单时间', value: order.paidAt ? null : order.createdAt, num: true },
            { label: '付款时间', value: order.paidAt, num: true },
            { label: '付款方式', value: payment.methodLabel },
            payment.paidFen === null
              ? { label: '金额', value: <b>{formatYuanWithSign(order.premiumFen)}</b>, num: true }
              : { label: '实付', value: <b>{formatYuanWithSign(payment.paidFen)}</b>, num: true },
            { label: '正在退', value: sumOrNothing(payment.returningFen), num: true },
            { label: '已退', value: sumOrNothing(payment.returnedFen), num: true },
          ]}
        />
      </Card>
      <Card flush>
        <Row
          icon={<Icon name={iconReturn} />}
          label={elder ? '钱去了哪里' : '付款和退款记录'}
          note="每一笔付款和退款"
          href={`#/orderMoney?orderNo=${orderNo}`}
        />
        {detail.baseOrderNo && (
          <Row
            icon={<Icon name={iconList} />}
            label="参保的订单"
            note="这笔升级补的是它的差价"
            href={`#/orderDetail?orderNo=${detail.baseOrderNo}`}
          />
        )}
        {detail.upgradeOffered && (
          <Row
            icon={<Icon name={iconShield} />}
            label={elder ? '补差价，保得更多' : '升级到更高的方案'}
            note="保障开始前补差价就行"
            href={`#/upgrade?orderNo=${orderNo}`}
          />
        )}
        {asksFamily(detail) && (
          <Row
            icon={<Icon name={iconPeople} />}
            label={elder ? '请家人点同意' : '请家人本人确认'}
            note="发短信，家人用自己的手机看、自己点"
            href={`#/familyAsk?orderNo=${orderNo}`}
          />
        )}
        {order.status === ORDER_STATUS.issued && !upgrade && (
          <Row
            icon={<Icon name={iconHeart} />}
            label="爱心证书"
            note="给家人的一份心意，可以存成图片"
            href={`#/love?orderNo=${orderNo}`}
          />
        )}
      </Card>
      <Section title={`${peopleTitle(upgrade, elder)}（${people.length}）`}>
        <Card flush>
          {people.map((person, index) => {
            const status = givenBackWord(person) ?? policyStatusWord(policyWords, person.policyStatus, paid);
            const paper = { orderNo, paper: 'policy', policyNo: person.policyNo } as const;
            const whose = `${person.name}的保单`;
            const change = changes.value && openChange(changes.value, person.policyNo);
            const changeable = changes.value?.people.some(
              ({ policyNo, offered }) => offered && policyNo === person.policyNo,
            );
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: people of an order never change places
              <article className="insured-policy" key={index}>
                <div className="insured-policy-head">
                  <span>
                    <h3>{person.name}</h3> <Tag>{relationshipLabel(person.relationship)}</Tag>
                  </span>
                  <span>
                    {change && <Tag tone="info">更正审核中</Tag>}{' '}
                    {status && <Tag tone={status.tone}>{status.label}</Tag>}
                  </span>
                </div>
                <KeyValues
                  items={[
                    { label: '证件号码', value: person.idNumberMasked, num: true },
                    { label: '医保所在地', value: person.regionText },
                    { label: '医保类型', value: medicalTypeOf(person.medicalType)?.label ?? null },
                    { label: '保单号', value: person.policyNo ?? (paid ? '生成后显示' : null), num: true },
                    { label: upgrade ? '差价' : '保费', value: formatYuanWithSign(person.premiumFen), num: true },
                    ...upgradeLines(person.upgrade),
                  ]}
                />
                {person.upgrade && (
                  <p className="mt2">
                    <a className="link" href={`#/orderDetail?orderNo=${person.upgrade.orderNo}`}>
                      看{person.name}的升级订单
                    </a>
                  </p>
                )}
                {person.policyNo && (
                  <div className="insured-policy-actions">
                    <ViewPaper small paper={paper} channelKind={channelKind} whose={whose} text="看保单" />
                    <DownloadPaper small paper={paper} channelKind={channelKind} whose={whose} text="下载" />
                    {(changeable || change) && (
                      <Button
                        kind="neutral"
                        small
                        label={`${change ? '看更正进度' : '改信息'}，${person.name}`}
                        href={`#/fixInfoDetail?orderNo=${orderNo}&policyNo=${person.policyNo}`}
                      >
                        {change ? '看更正' : '改信息'}
                      </Button>
                    )}
                  </div>
                )}
              </article>
            );
          })}
        </Card>
      </Section>
      <Section
        title={elder ? '谁付钱' : '缴费人'}
        action={
          changes.value?.payer.offered && (
            <a className="link" href={`#/update?orderNo=${orderNo}`} aria-label="修改缴费人">
              修改
            </a>
          )
        }
      >
        <Card>
          <KeyValues
            items={[
              { label: '姓名', value: policyholder.name },
              { label: '证件号码', value: policyholder.idNumberMasked, num: true },
              { label: '手机号', value: policyholder.phoneMasked, num: true },
            ]}
          />
        </Card>
      </Section>
    </Page>
  );
}

/** Somebody else is insured by it, and it has come to something or may still. */
function asksFamily({ order, people }: Detail): boolean {
  return (
    order.kind !== 'upgrade' &&
    (PAID.includes(order.status) || isWaiting(order)) &&
    people.some(({ relationship }) => relationship !== SELF)
  );
}

/** A policy whose upgrade goes back stands; of one that is given back itself that is what counts. */
function givenBackWord({ givenBack, policyStatus }: Detail['people'][number]): StatusWord | null {
  if (!givenBack || GIVEN_BACK.includes(policyStatus)) return null;
  return givenBack === 'returned' ? { label: '升级已退回', tone: 'neutral' } : { label: '升级退回中', tone: 'warn' };
}

/** A sum that is worth a line. */
function sumOrNothing(fen: number): ReactNode {
  return fen > 0 ? <b>{formatYuanWithSign(fen)}</b> : null;
}

function peopleTitle(upgrade: boolean, elder: boolean): string {
  if (upgrade) return '升级的人和保单';
  return elder ? '给谁买' : '被保险人和保单';
}

/** What an upgrade changed on a policy: the plan, what was paid for it and the number of its endorsement. */
function upgradeLines(upgrade: Detail['people'][number]['upgrade']): KeyValue[] {
  if (!upgrade) return [];
  const fen = formatYuanWithSign(upgrade.premiumFen);
  return [
    { label: '已升级', value: `${upgrade.planName}${upgrade.isReturning ? '（正在退回）' : ''}` },
    { label: '差价', value: fen, num: true },
    { label: '批单号', value: upgrade.endorsementNo, num: true },
  ];
}

/** What the status means for this person now. */
function HeadLine({ detail: { order, people }, onExpired }: { detail: Detail; onExpired: () => void }): ReactNode {
  const clock = useServerClock();
  const again = useAgainWords()(order);
  if (isWaiting(order)) {
    return (
      <p>
        还剩 <Countdown untilMs={order.expiresAtMs} serverOffsetMs={clock.offsetMs()} onEnd={onExpired} />
        ，超时自动关闭
      </p>
    );
  }
  switch (order.status) {
    case 30:
    case 40:
    case 50:
      return <p>{order.kind === 'upgrade' ? raisingText(order.status, people.length) : issuingText(people)}</p>;
    case 60:
    case 85:
      return <p>款项原路退回，到账前请不要重复付款</p>;
    case 61:
      return <p>退的部分已原路退回，其余{order.kind === 'upgrade' ? '升级' : '保单'}不受影响</p>;
    case 62:
      return <p>款项已原路退回，请以付款账户的记录为准</p>;
    case 70:
    case 71:
      return <p>{inPhrases(['没有扣款', again?.words].filter(Boolean).join('。'))}</p>;
    case 90:
      return <p>客服正在核对，请不要重复付款</p>;
    default:
      return null;
  }
}

/** Policies on their way back, or given back. */
const GIVEN_BACK: readonly (number | null)[] = [POLICY_STATUS.cancelling, POLICY_STATUS.cancelled];

function DetailBar({
  detail: { order, people, refundOffered, baseOrderNo },
  paid,
  reload,
}: {
  detail: Detail;
  paid: boolean;
  reload: () => void;
}) {
  const { navigate } = useNavigation();
  const cancel = useCancelOrder();
  const again = useAgainWords()(order);
  const { orderNo } = order;
  const refunding = people.some((person) => person.givenBack || GIVEN_BACK.includes(person.policyStatus));
  const cancelOrder = async () => {
    const end = await cancel(orderNo, again);
    if (end === 'cancelled') navigate(`/order-cancel?orderNo=${orderNo}`, { replace: true });
    else if (end === 'unclear') navigate(`/payLoading?orderNo=${orderNo}`);
    else if (end === 'changed') reload();
  };
  return (
    <Bar icons={<ServiceIcon />}>
      {isWaiting(order) && (
        <>
          <Button kind="neutral" onPress={() => void cancelOrder()}>
            取消订单
          </Button>
          <Button href={`#/pay?orderNo=${orderNo}`}>{payActionText(order)}</Button>
        </>
      )}
      {refundOffered && (
        <Button kind="neutral" href={`#/refund-reason?orderNo=${orderNo}`}>
          {refundWords(order.kind).title}
        </Button>
      )}
      {refunding && !refundOffered && (
        <Button kind="neutral" href={`#/refund-reason?orderNo=${orderNo}&refundNo=latest`}>
          看退款进度
        </Button>
      )}
      {paid && <Button href={`#/voucher?orderNo=${baseOrderNo ?? orderNo}`}>保险凭证</Button>}
      {!paid && !isWaiting(order) && (
        <Button kind="neutral" href="#/orders">
          我的订单
        </Button>
      )}
    </Bar>
  );
}

function DetailSkeleton() {
  return (
    <Page>
      <div className="status-head">
        <Skeleton lines={[34, 22]} />
      </div>
      <Card>
        <Skeleton lines={[22, 22, 22, 22, 22]} />
      </Card>
      <Section title="被保险人和保单">
        <Card>
          <Skeleton lines={[26, 22, 22, 22, 44]} />
        </Card>
      </Section>
    </Page>
  );
}
