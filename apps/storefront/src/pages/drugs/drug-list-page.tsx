import '../../ui/form.css';
import '../../ui/controls.css';
import './drugs.css';
import type { ListedDrugValue, ListedPharmacyValue } from '@huimin/contract';
import { formatYuan, wanYuanText } from '@huimin/domain/money';
import { type DrugScope, findDrugs, markedParts } from '@huimin/domain/special-drugs';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useKeptState, useProduct } from '../../context/index.ts';
import {
  Bar,
  Button,
  Card,
  EmptyState,
  Icon,
  iconCross,
  iconPhone,
  iconSearch,
  Page,
  Row,
  Sheet,
  Skeleton,
  Tag,
  telHref,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { NotPublished } from '../services/not-published.tsx';
import { useCoverEdition } from '../services/use-cover-edition.tsx';
import { PharmacyList } from './pharmacy-list.tsx';

const TITLE = '特药目录';
const SCOPES: readonly { scope: DrugScope; label: string }[] = [
  { scope: 'all', label: '全部' },
  { scope: 'in', label: '医保目录内' },
  { scope: 'out', label: '医保目录外' },
];
/** More are shown when asked for: nobody reads three hundred cards. */
const SHOWN_FIRST = 20;

/** #/cart-shop: drugs with a benefit of their own, looked through on the phone by name or illness. */
export default function DrugListPage() {
  const { isDemonstration, tel } = useProduct();
  const cover = useCoverEdition();
  const list = useCall(
    calls.specialDrugs,
    { productId: cover.editionCode },
    { quietFailure: true, when: cover.isKnown },
  );
  const [typed, setTyped] = useKeptState('typed', '');
  const [scope, setScope] = useKeptState<DrugScope>('scope', 'all');
  const [more, setMore] = useKeptState('more', false);
  const [open, setOpen] = useState<ListedDrugValue | null>(null);
  const [places, setPlaces] = useState(false);
  if (list.state === 'failed') return <LoadProblem title={TITLE} failure={list.failure} onReload={list.reload} />;
  if (!list.value) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[52, 44, 160, 160]} />
      </Page>
    );
  }
  const { drugs, pharmacies, editionYear } = list.value;
  if (drugs.length === 0) {
    return <NotPublished title={TITLE} what={`${editionYear} 版特药目录`} choice={cover.choice} />;
  }
  const found = findDrugs(drugs, typed, scope);
  const shown = more ? found : found.slice(0, SHOWN_FIRST);
  return (
    <Page
      title={TITLE}
      lead={`${editionYear} 版，共 ${drugs.length} 种。保障期内以这一版为准`}
      bar={
        <Bar
          icons={
            <a className="bar-icon" href={telHref(tel)}>
              <Icon name={iconPhone} size={22} />
              客服
            </a>
          }
        >
          <Button kind="neutral" onPress={() => setPlaces(true)}>
            指定药房
          </Button>
          <Button href={cover.keepIn('#/drugCases')}>我的申请</Button>
        </Bar>
      }
    >
      {cover.choice}
      <div className="drug-search">
        <label className="sr-only" htmlFor="drug-search">
          找药名、厂家或病名
        </label>
        <div className="input">
          <Icon name={iconSearch} />
          <input
            id="drug-search"
            type="search"
            autoComplete="off"
            maxLength={40}
            placeholder="药名、厂家或病名"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {typed !== '' && (
            <button type="button" className="input-button" aria-label="清空" onClick={() => setTyped('')}>
              <Icon name={iconCross} size={22} />
            </button>
          )}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
      <div className="drug-scope" role="group" aria-label="范围">
        {SCOPES.map((one) => (
          <button key={one.scope} type="button" aria-pressed={scope === one.scope} onClick={() => setScope(one.scope)}>
            {one.label}
          </button>
        ))}
      </div>
      <p className="note drug-found" role="status">
        {typed.trim() === '' ? `共 ${found.length} 种` : `找到 ${found.length} 种和“${typed.trim()}”有关的药`}
      </p>
      {found.length === 0 && (
        <EmptyState title="没有找到" lead="换个词试试，比如只写病名里的两个字。目录里没有的药不在特药责任里" />
      )}
      {shown.map((drug) => (
        <DrugCard key={drug.code} drug={drug} typed={typed} onOpen={() => setOpen(drug)} />
      ))}
      {shown.length < found.length && (
        <div className="mt4">
          <Button kind="neutral" block onPress={() => setMore(true)}>
            再看 {found.length - shown.length} 种
          </Button>
        </div>
      )}
      <p className="note mt4">
        要符合说明书里的适应症，由指定医院开处方。您找的内容只留在手机上。
        {isDemonstration && '演示数据：药名、企业和药房都是编的，不是真实药品。'}
      </p>
      <Sheet open={places} title="指定药房" tall onClose={() => setPlaces(false)}>
        <PharmacyList pharmacies={pharmacies} />
      </Sheet>
      <DetailSheet drug={open} pharmacies={pharmacies} keepIn={cover.keepIn} onClose={() => setOpen(null)} />
    </Page>
  );
}

function Marked({ text, typed }: { text: string; typed: string }) {
  return markedParts(text, typed).map((part, index) =>
    part.isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their places
      <mark key={index}>{part.text}</mark>
    ) : (
      part.text
    ),
  );
}

function DrugCard({ drug, typed, onOpen }: { drug: ListedDrugValue; typed: string; onOpen: () => void }) {
  return (
    <article className="card drug-card">
      <div className="drug-head">
        <div>
          <h2>
            <Marked text={drug.genericName} typed={typed} />
          </h2>
          <p>
            商品名 <Marked text={drug.brandName} typed={typed} />　<Marked text={drug.maker} typed={typed} />
          </p>
        </div>
        <Tag>{drug.inCatalogue ? '目录内' : '目录外'}</Tag>
      </div>
      <p className="mt2">
        用于 <Marked text={drug.indication} typed={typed} />
      </p>
      <dl className="drug-facts">
        <div>
          <dt>赔付比例</dt>
          <dd className="num">{drug.ratioPercent}%</dd>
        </div>
        <div>
          <dt>既往症</dt>
          <dd className="num">{drug.preExistingRatioPercent}%</dd>
        </div>
        <div>
          <dt>指定药房</dt>
          <dd className="num">{drug.pharmacyCodes.length} 家</dd>
        </div>
      </dl>
      <div className="drug-more">
        <Button kind="neutral" small block label={`看详情，申请用药：${drug.genericName}`} onPress={onOpen}>
          看详情，申请用药
        </Button>
      </div>
    </article>
  );
}

type DetailProps = {
  drug: ListedDrugValue | null;
  pharmacies: readonly ListedPharmacyValue[];
  /** Keeps the edition in an address. */
  keepIn: (route: string) => string;
  onClose: () => void;
};

function DetailSheet({ drug, pharmacies, keepIn, onClose }: DetailProps) {
  if (!drug) return null;
  const limit = drug.limitFen === null ? '按特药责任的总限额' : `一年 ${wanYuanText(drug.limitFen)} 万元`;
  return (
    <Sheet
      open
      title={drug.genericName}
      tall
      onClose={onClose}
      footer={
        <Button block href={keepIn(`#/drugApply?drug=${encodeURIComponent(drug.code)}`)}>
          申请用药
        </Button>
      }
    >
      <Card flush>
        <Row label="商品名" value={drug.brandName} />
        <Row label="生产企业" value={drug.maker} />
        <Row label="用于" value={drug.indication} />
        <Row label="基本医保" value={drug.inCatalogue ? '目录内' : '目录外'} />
        <Row label="赔付比例" value={<span className="num">{drug.ratioPercent}%</span>} />
        <Row label="既往症赔付比例" value={<span className="num">{drug.preExistingRatioPercent}%</span>} />
        <Row label="限额" value={limit} />
        <Row label="参考价" value={<span className="num">{formatYuan(drug.priceFen)} 元</span>} note={drug.cycleText} />
        <Row label="一期" value={`${drug.cycleDays} 天`} />
      </Card>
      <h3 className="mt4">指定药房</h3>
      <PharmacyList pharmacies={pharmacies.filter(({ code }) => drug.pharmacyCodes.includes(code))} />
    </Sheet>
  );
}
