import { formatDateTime } from '@huimin/domain/date';
import { pauseOfAll } from '@huimin/domain/product';
import type { ReactNode } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useNotYetOnSale, useOpenFlow, useProduct, useSaleWindow } from '../../context/index.ts';
import { EditionRow } from '../../features/sale/edition-row.tsx';
import { type SalePhase, salePhase } from '../../features/sale/sale-words.ts';
import { Button, Card, Icon, type IconShape, Page, PhoneLink, Result, Row } from '../../ui/index.ts';

const iconBell: IconShape = { line: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5h4' };

/** #/noSale: why nothing can be bought now, and what can be done instead. */
export default function NoSalePage() {
  const product = useProduct();
  const phase = salePhase(useSaleWindow(), useNotYetOnSale());
  const flow = useOpenFlow();
  const before = phase === 'before';
  const books = before && product.bookingOffered;
  // The sale may have opened while this page was on screen, or the address is an old one.
  const open = phase === 'insureing';
  // Only where it could be bought otherwise.
  const pause = open ? pauseOfAll(product.salePauses) : null;
  const over = !before && !open;
  // Whoever comes by an old address may want what is sold now.
  const editions = useCall(calls.productQuery, {}, { when: over, overlay: false, quietFailure: true });
  // In the second of its end the server may still call this one on sale.
  const onSale = (editions.value ?? []).filter(
    ({ editionCode, editionYear, onSale }) =>
      onSale && editionCode !== product.editionCode && editionYear >= product.editionYear,
  );
  const heads: Record<SalePhase | 'paused', [title: string, lead: ReactNode]> = {
    before: [
      '暂未开售',
      <>
        {`${product.proName} 还没到参保时间，`}
        <br />
        开售后可以从本页直接参保
      </>,
    ],
    insureing: ['现在可以参保', `${product.proName} 正在参保期内`],
    paused: ['暂停参保', pause?.text],
    underwriting: ['参保已截止', '参保已截止，保单正在生成，无需再操作'],
    underwriteEnd: ['本期已结束', `${product.editionYear} 年度参保已结束，已参保的保障不受影响`],
  };
  const [title, lead] = heads[pause ? 'paused' : phase];
  return (
    <Page>
      <div className="mt4">
        <Result tone="neutral" art={<CalendarArt />} title={title} lead={lead} />
      </div>
      <Card flush>
        {pause ? (
          <Row
            label="预计恢复"
            value={<b className="num">{pause.until ? formatDateTime(pause.until) : '还没有定，请稍后再看'}</b>}
          />
        ) : before ? (
          <Row label="预计开售" value={<b className="num">{formatDateTime(product.insureStart)}</b>} />
        ) : (
          <Row label="参保截止" value={<span className="num">{formatDateTime(product.insureEnd)}</span>} />
        )}
        <Row label="已有的保障" value="不受影响" />
      </Card>
      {over && onSale.map((edition) => <EditionRow key={edition.editionCode} edition={edition} words="正在参保" />)}
      <div className="buttons mt6">
        {flow === 'early' && (
          <Button block href="#/beforeIndex">
            老客户提前参保
          </Button>
        )}
        {flow === 'mid' && (
          <Button block href="#/mid">
            中途参保（新生儿等）
          </Button>
        )}
        {books && (
          <Button block kind={flow === 'early' ? 'neutral' : 'primary'} href="#/yuyue">
            <Icon name={iconBell} size={22} />
            开售时提醒我
          </Button>
        )}
        {before && (
          <Button block kind={flow === 'early' || books ? 'neutral' : 'primary'} href="#/agreement">
            先看完整条款
          </Button>
        )}
        {pause && (
          <Button block kind="neutral" href="#/orders">
            查我的订单
          </Button>
        )}
        {open && !pause && (
          <Button block href="#/index">
            去参保
          </Button>
        )}
        {over && (
          <Button block kind={flow === 'mid' ? 'neutral' : 'primary'} href="#/orders">
            查我的订单
          </Button>
        )}
        <Button kind="neutral" block href="#/voucher_list">
          查我的保单
        </Button>
        {over && (
          <Button kind="neutral" block href="#/claims">
            查理赔
          </Button>
        )}
        {over && (
          <Button kind="neutral" block href="#/lsjsfwsc">
            用健康服务
          </Button>
        )}
      </div>
      <p className="note mt4 center">
        服务电话 <PhoneLink tel={product.tel} />
      </p>
      {product.serviceUrl && (
        <p className="note center">
          <a className="link" href={product.serviceUrl}>
            在线客服
          </a>
        </p>
      )}
    </Page>
  );
}

function CalendarArt() {
  return (
    <svg width="220" height="150" viewBox="0 0 220 150" aria-hidden="true">
      <ellipse cx="110" cy="132" rx="96" ry="10" className="art-fill" />
      <circle cx="166" cy="40" r="20" className="art-soft" />
      <path d="M16 132c44-2 60-34 94-34s50 32 94 34h-64a30 30 0 0 0-60 0Z" className="art-line-fill" />
      <path d="M18 124c42-3 58-34 92-34s50 31 92 34" className="art-stroke-soft" />
      <rect x="76" y="28" width="68" height="60" rx="8" className="art-stroke art-paper" />
      <path d="M76 44h68M92 20v14M128 20v14" className="art-stroke" />
      <path d="M92 58h6M107 58h6M122 58h6M92 72h6M107 72h6" className="art-stroke-soft" />
      <circle cx="134" cy="80" r="15" className="art-stroke art-paper" />
      <path d="M134 71v9l6 4" className="art-stroke" />
    </svg>
  );
}
