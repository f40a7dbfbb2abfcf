import { formatDateTime } from '@huimin/domain/date';
import { pauseOfAll, type SalePause } from '@huimin/domain/product';

export type SaleWindow = 'insureing' | 'underwriting' | 'underwriteEnd';

/** The five things a visitor can find: before the sale, on sale, and the windows after it. */
export type SalePhase = 'before' | SaleWindow;

/** Before `insureStart` the window says insureing, but nothing can be bought yet. */
export function salePhase(window: SaleWindow, notYetOnSale: boolean): SalePhase {
  return notYetOnSale && window === 'insureing' ? 'before' : window;
}

type SoldProduct = {
  editionYear: number;
  insureStart: string;
  bookingOffered: boolean;
  salePauses?: readonly SalePause[];
};

export type SaleBar = {
  /** Status word beside the price. */
  tag: { tone: 'red' | 'warn' | 'neutral'; text: string };
  /** One line above the button that says why nothing can be bought; null while it can. */
  reason: string | null;
  /** The one primary button, where it is a plain link. Null on sale: buying asks for the region first. */
  link: { text: string; href: string } | null;
};

/** Words of the sale bar on the home page, per phase; `flow`: the way to buy that is open all the same. */
export function saleBar(
  phase: SalePhase,
  product: SoldProduct,
  flow: 'normal' | 'early' | 'mid' | null = null,
): SaleBar {
  const bar = phaseBar(phase, product);
  if (phase === 'before' && flow === 'early')
    return { ...bar, link: { text: '老客户提前参保', href: '#/beforeIndex' } };
  if (flow === 'mid') return { ...bar, link: { text: '中途参保', href: '#/mid' } };
  return bar;
}

function phaseBar(phase: SalePhase, product: SoldProduct): SaleBar {
  switch (phase) {
    case 'before':
      return {
        tag: { tone: 'neutral', text: '暂未开售' },
        reason: `${formatDateTime(product.insureStart)} 开始参保`,
        link: product.bookingOffered
          ? { text: '开售时提醒我', href: '#/yuyue' }
          : { text: '先看完整条款', href: '#/agreement' },
      };
    case 'insureing': {
      const pause = pauseOfAll(product.salePauses);
      if (pause)
        return {
          tag: { tone: 'warn', text: '暂停参保' },
          reason: pause.text,
          link: { text: '看恢复时间', href: '#/noSale' },
        };
      return { tag: { tone: 'red', text: '参保中' }, reason: null, link: null };
    }
    case 'underwriting':
      return {
        tag: { tone: 'warn', text: '承保处理中' },
        reason: '参保已截止，保单正在生成，无需再操作',
        link: { text: '查我的订单', href: '#/orders' },
      };
    case 'underwriteEnd':
      return {
        tag: { tone: 'neutral', text: '本期已结束' },
        reason: `${product.editionYear} 年度参保已结束，已参保的保障不受影响`,
        link: { text: '查我的保单', href: '#/voucher_list' },
      };
  }
}

/** The lowest premium of an edition in fen, and whether other plans cost more. */
export function lowestPremium(plans: readonly { premiumFen: number }[]): { premiumFen: number; from: boolean } {
  const all = plans.map((plan) => plan.premiumFen);
  const premiumFen = Math.min(...all);
  return { premiumFen, from: all.some((fen) => fen > premiumFen) };
}
