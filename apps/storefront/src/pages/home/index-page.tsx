import { formatDateTime, formatDotRange } from '@huimin/domain/date';
import { saidYuan } from '@huimin/domain/money';
import { regionDisplayText } from '@huimin/domain/region';
import { type MouseEvent, useEffect, useState } from 'react';
import {
  setElderMode,
  useChannel,
  useNavigation,
  useNotYetOnSale,
  useOpenFlow,
  useProduct,
  useSaleWindow,
} from '../../context/index.ts';
import { KeptMarkup } from '../../context/kept-markup.tsx';
import { useChosenRegion } from '../../features/region/chosen-region.ts';
import { lowestPremium, saleBar, salePhase } from '../../features/sale/sale-words.ts';
import {
  Bar,
  Icon,
  iconChat,
  iconCheck,
  iconChevronRight,
  iconClock,
  iconInfo,
  iconLargeText,
  iconShare,
  Page,
  Tag,
  telHref,
  useLaterPart,
} from '../../ui/index.ts';
import type { HomeLayer } from './home-layer.ts';
import './index-page.css';

// Nobody needs these before a tap, so they stay out of what is loaded first.
const loadLayers = () => import('./home-layers.tsx');
const loadSharing = () => import('../../features/sharing/share-panel.tsx');

/** Where buying begins once the region is known; the login guard stands there. */
const BUY_ROUTE = '/beforeAuthUser';
const POINTS = ['年龄不限', '职业不限', '既往症可投可赔'];

/**
 * The home page. Standard and elder mode are the same markup, of which a style rule shows one or the other, so that
 * the prerendered HTML fits both.
 */
export function IndexPage() {
  const product = useProduct();
  const phase = salePhase(useSaleWindow(), useNotYetOnSale());
  const bar = saleBar(phase, product, useOpenFlow());
  const region = useChosenRegion();
  const { navigate } = useNavigation();
  const channel = useChannel();
  // Known only in the browser; the prerendered page shows the button, because most containers may share.
  const [canShare, setCanShare] = useState(true);
  useEffect(() => setCanShare(channel.canShare), [channel]);
  const [layer, setLayer] = useState<HomeLayer>(null);
  const close = () => setLayer(null);
  const layers = useLaterPart(loadLayers, layer === 'buy' || layer === 'region', () => {
    close();
    // A screen that does not come says so, and that screen asks for the region too.
    if (layer === 'buy') navigate(BUY_ROUTE);
  });
  const sharing = useLaterPart(loadSharing, layer === 'share', close);
  const said = layers.said ?? sharing.said;
  const price = lowestPremium(product.plans);
  const priceText = `${saidYuan(price.premiumFen)}`;
  const from = price.from ? '起' : '';

  const buy = (event: MouseEvent) => {
    if (region !== null) return;
    event.preventDefault();
    setLayer('buy');
  };

  return (
    <Page
      bar={
        <Bar
          tip={
            (said ?? bar.reason) && (
              <>
                <Icon name={said || phase === 'underwriteEnd' ? iconInfo : iconClock} size={18} />
                <span role={said ? 'alert' : undefined}>{said ?? bar.reason}</span>
              </>
            )
          }
          icons={
            <>
              <a className="bar-icon standard-only" href={product.serviceUrl || telHref(product.tel)}>
                <Icon name={iconChat} size={22} />
                客服
              </a>
              {phase === 'insureing' && canShare && (
                <button type="button" className="bar-icon standard-only" onClick={() => setLayer('share')}>
                  <Icon name={iconShare} size={22} />
                  分享
                </button>
              )}
            </>
          }
        >
          {bar.link ? (
            <a className="button button-primary" href={bar.link.href}>
              {bar.link.text}
            </a>
          ) : (
            <a className="button button-primary" href={`#${BUY_ROUTE}`} onClick={buy}>
              <span className="standard-only">
                {'立即参保\u00a0 '}
                <span className="nowrap">
                  <span className="num">{priceText}</span>
                  {` 元${from}/年`}
                </span>
              </span>
              <span className="elder-only">{`我要参保（${priceText}\u00a0元${from}）`}</span>
            </a>
          )}
        </Bar>
      }
    >
      <header className="hero">
        <div className="hero-top">
          <span className="standard-only">政府指导 · 商业运营 · 自愿参保</span>
          <span className="elder-only">
            政府指导
            <br />
            自愿参保
          </span>
          <button type="button" className="hero-mode standard-only" onClick={() => setElderMode(true)}>
            <Icon name={iconLargeText} size={20} />
            长辈版
          </button>
          <button type="button" className="hero-mode elder-only" onClick={() => setElderMode(false)}>
            退出长辈版
          </button>
        </div>
        <h1 tabIndex={-1}>
          {product.proName}
          <small>{product.subtitle}</small>
        </h1>
        <p className="hero-slogan standard-only">{product.slogan}</p>
        <KeptMarkup name="art" product={product} load={() => import('./home-art.tsx').then((part) => part.HomeArt)} />
      </header>

      <section className="card offer" aria-label="价格与参保条件">
        <div className="offer-head">
          <p className="price">
            <b>{priceText}</b>
            <span className="nowrap">{`元${from} / 人 / 年`}</span>
          </p>
          <span className={phase === 'insureing' ? 'standard-only' : undefined}>
            <Tag tone={bar.tag.tone}>{bar.tag.text}</Tag>
          </span>
        </div>
        <ul className="offer-points standard-only">
          {POINTS.map((point) => (
            <li key={point}>
              <Icon name={iconCheck} size={18} />
              {point}
            </li>
          ))}
        </ul>
        <button type="button" className="row row-region" onClick={() => setLayer('region')}>
          <span className="row-main fact">
            <span>医保所在地</span>
            <span>{region === null ? '请选择' : regionDisplayText(region)}</span>
          </span>
          <span className="fact-change elder-only">{region === null ? '选择' : '更改'}</span>
          <Icon name={iconChevronRight} size={18} className="row-chevron" />
        </button>
        <Fact label="保障期" value={formatDotRange(product.validDate, product.invalidDate)} />
        {phase === 'before' && <Fact label="参保开始" value={formatDateTime(product.insureStart)} />}
        <Fact label="参保截止" value={formatDateTime(product.insureEnd)} />
      </section>

      <KeptMarkup
        name="sections"
        product={product}
        load={() => import('./home-sections.tsx').then((part) => part.HomeSections)}
      />

      {layer === 'share'
        ? sharing.Part && <sharing.Part onClose={close} />
        : layer !== null &&
          layers.Part && (
            <layers.Part layer={layer} region={region} onBuy={() => navigate(BUY_ROUTE)} onClose={close} />
          )}
    </Page>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="row">
      <span className="row-main fact">
        <span>{label}</span>
        <span className="num">{value}</span>
      </span>
    </div>
  );
}
