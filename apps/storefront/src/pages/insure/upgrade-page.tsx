import '../../ui/form.css';
import '../../ui/controls.css';
import './insure.css';
import type { ProductInfoValue, UpgradeOfferValue } from '@huimin/contract';
import { formatDotRange } from '@huimin/domain/date';
import { formatYuanWithSign, premiumTotalFen, saidYuan } from '@huimin/domain/money';
import { relationshipLabel } from '@huimin/domain/order';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyReason } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import { useElderMode, useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { ReadingSection, ReadingSheet } from '../../features/documents/must-read.tsx';
import { readFirst, unreadText } from '../../features/documents/use-must-read.ts';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { agreedVersions } from '../../features/draft-order/order-draft.ts';
import { recordIdOf } from '../../features/order/order-input.ts';
import { forgetUpgradeKey, upgradeKey } from '../../features/plans/upgrade-key.ts';
import { useLine } from '../../features/purchase-line/use-line.tsx';
import {
  Bar,
  Button,
  Card,
  CheckRow,
  ConsentLine,
  EmptyState,
  goToField,
  KeyValues,
  LongNumber,
  Money,
  Notice,
  Page,
  PhoneLink,
  Row,
  Section,
  Skeleton,
  Tag,
  useConsent,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { OrderMissing } from '../pay/order-missing.tsx';
import { BarTip } from './bar-tip.tsx';
import { thisVisit, useDraftReading } from './use-draft-reading.ts';

const TITLE = '保单升级';

/** #/upgrade: raises policies of an order to the dearer plan before cover begins, for the difference. */
export default function UpgradePage() {
  const orderNo = useQuery().get('orderNo') ?? '';
  const offer = useCall(calls.queryUpgrade, { orderNo }, { overlay: false, quietFailure: true, when: orderNo !== '' });
  const editionCode = offer.value?.editionCode ?? '';
  const product = useCall(
    calls.productInfo,
    { productId: editionCode },
    { overlay: false, quietFailure: true, when: editionCode !== '' },
  );
  if (orderNo === '') return <OrderMissing title={TITLE} />;
  for (const call of [offer, product]) {
    if (call.state === 'failed' && !call.value) {
      return <LoadProblem title={TITLE} failure={call.failure} onReload={call.reload} />;
    }
  }
  if (!offer.value || !product.value) {
    return (
      <Page title={TITLE}>
        <Card>
          <Skeleton lines={[26, 22, 22]} />
        </Card>
        <Skeleton lines={[96, 96]} />
      </Page>
    );
  }
  const { toPlan, notOffered } = offer.value;
  if (toPlan === null || notOffered !== null) return <NotPossible offer={offer.value} />;
  return <Choice offer={offer.value} toPlan={toPlan} product={product.value} reload={offer.reload} />;
}

function NotPossible({ offer: { orderNo, notOffered, people } }: { offer: UpgradeOfferValue }) {
  const { tel } = useProduct();
  return (
    <Page title={TITLE}>
      <EmptyState
        title={notOffered ?? '现在不能升级'}
        lead={<PhoneLink tel={tel} />}
        action={
          <Button kind="neutral" href={`#/orderDetail?orderNo=${orderNo}`}>
            看订单
          </Button>
        }
      />
      {people.some(({ why }) => why !== null) && (
        <Section title="每个人的情况">
          <Card flush>
            {people.map((person) => (
              <Row
                key={person.policyNo}
                label={<span data-pii>{person.name}</span>}
                value={person.why}
                {...payLink(person.waitingOrderNo)}
              />
            ))}
          </Card>
        </Section>
      )}
    </Page>
  );
}

function payLink(orderNo: string | undefined): { href?: string } {
  return orderNo ? { href: `#/orderDetail?orderNo=${orderNo}` } : {};
}

type ChoiceProps = {
  offer: UpgradeOfferValue;
  toPlan: NonNullable<UpgradeOfferValue['toPlan']>;
  product: ProductInfoValue;
  reload: () => void;
};

function Choice({ offer, toPlan, product, reload }: ChoiceProps) {
  const { orderNo, fromPlan, differenceFen, people } = offer;
  const { navigate } = useNavigation();
  const elder = useElderMode();
  const { draft } = useDraft(offer.editionCode);
  const { reading, refresh } = useDraftReading(product);
  const [save, { busy }] = useAction(calls.saveUpgrade, { quietFailure: true });
  const [saveAgain] = useAction(calls.saveUpgrade, { quietFailure: true, overlay: false });
  const line = useLine();
  // Nobody is chosen for anybody.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const consent = useConsent('upgrade-consent', '请看完以上内容后勾选，再去付款');
  const [tip, setTip] = useState<string | null>(null);
  const going = people.filter(({ policyNo, why }) => why === null && chosen.includes(policyNo));
  const sumFen = premiumTotalFen(differenceFen, going.length);
  useEffect(() => {
    if (going.length > 0) setTip(null);
  }, [going.length]);

  const pay = async () => {
    const policyNos = going.map(({ policyNo }) => policyNo);
    const wish = {
      clientKey: upgradeKey(orderNo, policyNos),
      orderNo,
      planCode: toPlan.code,
      policyNos,
      expectedFen: sumFen,
      agreedDocuments: agreedVersions(draft, reading.documents, thisVisit()).map(({ key, version }) => ({
        key,
        version,
      })),
      traceId: recordIdOf(browserStorage('sessionStorage')),
    };
    const reply = await line.through((lineTicket, isAgain) =>
      (isAgain ? saveAgain : save)({ ...wish, ...(lineTicket ? { lineTicket } : {}) }),
    );
    if (reply === null) return setTip('已经不排了，选好的都在。过一会儿再点“去付差价”');
    if (reply.ok) return navigate(`/pay?orderNo=${encodeURIComponent(reply.value.orderNo)}`);
    if (reply.name === 'no-reply') {
      return setTip(`${noReplyReason(reply.failure)}，没有收到回复。请再点一次“去付差价”，不会重复下单`);
    }
    if (reply.name === 'documents-changed') {
      consent.set(false);
      await refresh();
    }
    if (reply.name === 'order-state') {
      forgetUpgradeKey();
      reload();
    }
    setTip(reply.message);
  };

  const goOn = () => {
    if (going.length === 0) {
      setTip('请选择给谁升级');
      return goToField('upgrade-people');
    }
    const [first] = reading.unread;
    if (first) return reading.begin(first.key);
    if (consent.check()) void pay();
  };
  const choose = (policyNo: string, on: boolean) =>
    setChosen((before) => (on ? [...before, policyNo] : before.filter((other) => other !== policyNo)));
  const unreadTip = going.length > 0 ? unreadText(reading, '付款') : null;

  return (
    <Page
      className="insure-page"
      title={TITLE}
      lead={elder ? '补上差价，保得更多' : '保障开始前补差价，保单换成更高的方案'}
      bar={
        <Bar
          tip={(tip ?? unreadTip) && <BarTip wrong={tip !== null}>{tip ?? unreadTip}</BarTip>}
          sum={
            going.length > 0 && (
              <>
                <small>
                  {going.length} 人 × {saidYuan(differenceFen)} 元
                </small>
                <Money fen={sumFen} size="large" />
              </>
            )
          }
        >
          <Button busy={busy || line.isStanding} onPress={goOn}>
            {unreadTip ? '继续阅读' : '去付差价'}
          </Button>
        </Bar>
      }
    >
      <Card>
        <h2 className="card-title">
          {fromPlan.name} → {toPlan.name}
        </h2>
        <ul className="upgrade-adds">
          {offer.adds.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div className="mt3">
          <KeyValues
            items={[
              { label: '产品', value: offer.productName },
              { label: '保障期', value: formatDotRange(offer.validDate, offer.invalidDate), num: true },
              { label: '已付', value: `${formatYuanWithSign(fromPlan.premiumFen)} / 人`, num: true },
              { label: '补差价', value: <b>{formatYuanWithSign(differenceFen)} / 人</b>, num: true },
              { label: '最晚', value: `${offer.until} 前付款`, num: true },
            ]}
          />
        </div>
      </Card>
      <fieldset className="section upgrade-people" id="upgrade-people">
        <legend className="sr-only">给谁升级</legend>
        <div className="section-head">
          <h2>给谁升级</h2>
        </div>
        <Card flush>
          {people.map((person) => (
            <CheckRow
              key={person.policyNo}
              boxFirst
              disabled={person.why !== null}
              checked={going.includes(person)}
              onChange={(on) => choose(person.policyNo, on)}
            >
              <span>
                <b data-pii>{person.name}</b> <Tag>{relationshipLabel(person.relationship)}</Tag>
              </span>
              <span className="note num" data-pii>
                <LongNumber>{person.idNumberMasked}</LongNumber>
              </span>
              {person.why && <span className="note">{person.why}</span>}
            </CheckRow>
          ))}
        </Card>
        {people.map(
          ({ waitingOrderNo, name, policyNo }) =>
            waitingOrderNo && (
              <p className="mt2" key={policyNo}>
                <a className="link" href={`#/orderDetail?orderNo=${waitingOrderNo}`}>
                  看<span data-pii>{name}</span>的升级订单
                </a>
              </p>
            ),
        )}
      </fieldset>
      <ReadingSection reading={reading} />
      <div className="mt3">
        <Notice>保障开始前可以单独退回升级，款项原路退回，保单回到{fromPlan.name}。</Notice>
      </div>
      <div className="mt3">
        <ConsentLine consent={consent} first={readFirst(reading)}>
          {elder ? '我看完了，同意升级' : `我已读完并同意以上文件，同意把所选的保单升为${toPlan.name}`}
        </ConsentLine>
      </div>
      {line.panel}
      <ReadingSheet reading={reading} productId={offer.editionCode} onRead={() => setTip(null)} />
    </Page>
  );
}
