import './voucher.css';
import type { Calls, OutputOf } from '@huimin/contract';
import { formatDotRange } from '@huimin/domain/date';
import { formatYuanWithSign } from '@huimin/domain/money';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useElderMode, useProduct, useQuery, useServerClock } from '../../context/index.ts';
import { browserKeptPapers, keepLoadedScreens } from '../../features/kept-papers/browser-kept-papers.ts';
import { keptText as keptTextOf, useKeptPapers } from '../../features/kept-papers/use-kept-papers.ts';
import { DownloadPaper, ViewPaper } from '../../features/policies/paper-buttons.tsx';
import type { Paper } from '../../features/policies/paper-links.ts';
import { QrCode } from '../../features/policies/qr-code.tsx';
import { SampleStamp } from '../../features/policies/sample-stamp.tsx';
import { voidText } from '../../features/policies/void-words.ts';
import {
  Bar,
  Button,
  Card,
  EmptyState,
  Icon,
  iconDownload,
  KeyValues,
  Notice,
  Page,
  PhoneLink,
  Row,
  Skeleton,
  Tag,
} from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import VoucherListPage from './voucher-list-page.tsx';

type Certificate = OutputOf<Calls['queryCertificate']>;

/** #/voucher: the insurance voucher of one order, a person at a time. Without an order it is the list of them. */
export default function VoucherPage() {
  const orderNo = useQuery().get('orderNo');
  return orderNo ? <VoucherOfOrder orderNo={orderNo} /> : <VoucherListPage />;
}

function VoucherOfOrder({ orderNo }: { orderNo: string }) {
  const { value, failure, reload } = useCall(
    calls.queryCertificate,
    { orderNo },
    { overlay: false, quietFailure: true },
  );
  const unsent = failure instanceof NetworkFailure && value === null ? failure : null;
  const kept = useKeptPapers(unsent !== null);
  const clock = useServerClock();
  useEffect(() => {
    if (!value) return;
    void browserKeptPapers().keep({ certificate: value, atMs: clock.now() });
    keepLoadedScreens();
  }, [value, clock]);
  if (value) return <Vouchers certificate={value} />;
  const copy = kept?.find(({ certificate }) => certificate.orderNo === orderNo);
  if (copy && unsent) {
    return <Vouchers certificate={copy.certificate} keptText={keptTextOf(unsent, copy.atMs)} onReload={reload} />;
  }
  if (!failure || (unsent && kept === null)) {
    return (
      <Page>
        <Skeleton lines={[46, 80, 300, 110]} />
      </Page>
    );
  }
  if (!(failure instanceof NetworkFailure) && failure.name === 'paper-not-ready') {
    return (
      <Page title="保险凭证">
        <EmptyState
          art={<PaperArt />}
          title={failure.message}
          action={<Button href={`#/orderDetail?orderNo=${encodeURIComponent(orderNo)}`}>查看订单</Button>}
        />
      </Page>
    );
  }
  return <LoadProblem title="保险凭证" failure={failure} onReload={reload} />;
}

interface VouchersProps {
  readonly certificate: Certificate;
  /** Of a copy kept on this phone: why it is shown, and from when it is. */
  readonly keptText?: string;
  readonly onReload?: () => void;
}

function Vouchers({ certificate, keptText, onReload }: VouchersProps) {
  const { orderNo, people } = certificate;
  const { tel, name, subtitle } = useProduct();
  const isCopy = keptText !== undefined;
  const cover = useCall(
    calls.queryPolicyCertificate,
    { orderNo },
    { overlay: false, quietFailure: true, when: !isCopy },
  ).value;
  const elder = useElderMode();
  const channelKind = useChannel().kind;
  const [chosen, setChosen] = useState(people[0]?.position);
  const person = people.find(({ position }) => position === chosen) ?? people[0];
  if (!person) return null;
  const covered = cover?.people.find(({ position }) => position === person.position);
  const paper = { orderNo, paper: 'voucher', policyNo: person.policyNo, position: person.position } as const;
  const whose = `${person.name}的保险凭证`;
  return (
    <Page
      tip={cover?.countsLikePaper ? '电子保单与纸质保单具有同等法律效力' : '凭证内容以保险合同为准'}
      bar={
        <Bar>
          {isCopy ? (
            <Button kind="primary" block onPress={onReload}>
              重新加载
            </Button>
          ) : (
            <>
              <ViewPaper paper={paper} channelKind={channelKind} whose={whose} text="看凭证" />
              <DownloadPaper
                kind="primary"
                paper={paper}
                channelKind={channelKind}
                whose={whose}
                icon={<Icon name={iconDownload} size={20} />}
                text="保存凭证"
              />
            </>
          )}
        </Bar>
      }
    >
      {isCopy && <Notice tone="warn">{keptText}，联网后才知道有没有变</Notice>}
      {people.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: toggle buttons, no form fields
        <div className="person-choice" role="group" aria-label="选择被保险人">
          {people.map((one) => (
            <button
              key={one.position}
              type="button"
              aria-pressed={one === person}
              onClick={() => setChosen(one.position)}
            >
              {one.name}
              {one.voided && '（已作废）'}
            </button>
          ))}
        </div>
      )}
      {person.voided && <Notice tone="warn">{voidText(person.voided)}</Notice>}
      <article className="voucher">
        <header className="voucher-head">
          <h1 tabIndex={-1}>保险凭证</h1>
          <p>
            {certificate.productName} {subtitle}
          </p>
        </header>
        <div className="voucher-body voucher-notch">
          <KeyValues
            items={[
              { label: '凭证号', value: person.voucherNo, num: true },
              { label: elder ? '给谁买' : '被保险人', value: person.name },
              { label: '证件号码', value: person.idNumberMasked, num: true },
              { label: '保单号', value: person.policyNo ?? '生成后显示', num: true },
              { label: '医保所在地', value: covered?.regionText },
              { label: '保障期', value: formatDotRange(certificate.validDate, certificate.invalidDate), num: true },
              { label: '保费', value: `${formatYuanWithSign(person.premiumFen)}（已付）`, num: true },
              { label: '其中差价', value: person.upgrade && upgradeText(person.upgrade), num: true },
              { label: '批单号', value: person.upgrade?.endorsementNo, num: true },
              { label: '大写', value: person.premiumInCapitals },
              { label: elder ? '谁付钱' : '缴费人', value: certificate.policyholderName },
              { label: '付款方式', value: certificate.methodLabel },
              { label: '付款时间', value: certificate.paidAt, num: true },
              { label: '首席承保', value: certificate.insurers[0] },
            ]}
          />
        </div>
        <footer className="voucher-foot voucher-notch">
          <a href={person.verificationUrl} aria-label="打开验真页面">
            <QrCode text={person.verificationUrl} size={96} label={`验真二维码，验真码 ${person.verificationCode}`} />
          </a>
          <div>
            <p>
              <b>扫码验真</b>
            </p>
            <p>查询电话</p>
            <p>
              <PhoneLink tel={tel} />
            </p>
          </div>
          {certificate.isDemonstration && <SampleStamp name={name} />}
        </footer>
      </article>
      {covered && (
        <PolicyCard
          state={covered.state}
          name={person.name}
          paper={{ orderNo, paper: 'policy', policyNo: person.policyNo, position: person.position }}
        />
      )}
      <Card flush className="mt3">
        <Row label={elder ? '看这次买的' : '看这笔订单'} href={`#/orderDetail?orderNo=${orderNo}`} />
      </Card>
    </Page>
  );
}

/** `¥100.00，升为升级款，支付宝 2026.11.02 10:32`. */
function upgradeText(upgrade: NonNullable<Certificate['people'][number]['upgrade']>): string {
  return `${formatYuanWithSign(upgrade.premiumFen)}，升为${upgrade.planName}，${upgrade.methodLabel} ${upgrade.paidAt}`;
}

const STATES = {
  making: { label: '生成中', tone: 'warn' },
  ready: { label: '可下载', tone: 'ok' },
  void: { label: '已作废', tone: 'neutral' },
} as const;

/** The e-policy beside its voucher: whether it is there, and the ways to it. */
function PolicyCard({ state, name, paper }: { state: keyof typeof STATES; name: string; paper: Paper }) {
  const channelKind = useChannel().kind;
  const { label, tone } = STATES[state];
  const whose = `${name}的电子保单`;
  const isThere = state !== 'making' && paper.paper === 'policy' && paper.policyNo;
  return (
    <Card className="mt4">
      <div className="voucher-policy">
        <h2>电子保单</h2>
        <Tag tone={tone}>{label}</Tag>
      </div>
      {state === 'making' && <p className="small muted mt2">保单一般几分钟就生成，稍后再来看</p>}
      {isThere && (
        <div className="voucher-policy-actions">
          <ViewPaper small paper={paper} channelKind={channelKind} whose={whose} text="看保单" />
          <DownloadPaper small paper={paper} channelKind={channelKind} whose={whose} text="保存保单" />
        </div>
      )}
    </Card>
  );
}
