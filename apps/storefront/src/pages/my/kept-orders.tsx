import '../../features/orders/order-card.css';
import type { OrderSummaryValue } from '@huimin/contract';
import type { NetworkFailure } from '../../api/network-failure.ts';
import { browserKeptOrders, keepLoadedScreens } from '../../features/kept-papers/browser-kept-papers.ts';
import type { KeptOrder, KeptOrderList } from '../../features/kept-papers/kept-orders.ts';
import { KeptPage } from '../../features/kept-papers/kept-page.tsx';
import {
  insuredText,
  orderStatusWord,
  orderTimeText,
  orderTitle,
  type StatusMap,
} from '../../features/orders/order-words.ts';
import { Card, LongNumber, Money, Tag } from '../../ui/index.ts';

/** Keeps what the list says of these orders, for when there is no network. */
export function keepShown(orders: readonly OrderSummaryValue[], words: StatusMap, atMs: number): void {
  const kept = orders.map((order) => ({
    orderNo: order.orderNo,
    title: orderTitle(order),
    people: insuredText(order.insured),
    time: orderTimeText(order),
    premiumFen: order.premiumFen,
    word: orderStatusWord(words, order.status),
  }));
  void browserKeptOrders().keep({ orders: kept, atMs });
  keepLoadedScreens();
}

type Props = {
  list: KeptOrderList;
  failure: NetworkFailure;
  onReload: () => void;
  /** The one order that the screen is about; all of them without it. */
  only?: KeptOrder;
};

/** What the list said last: to read, with nothing to pay or to cancel. */
export function KeptOrderCards({ list, failure, onReload, only }: Props) {
  return (
    <KeptPage
      title={only ? '订单详情' : '我的订单'}
      lead="上次看到的订单，只能看"
      failure={failure}
      atMs={list.atMs}
      caution="状态可能已经变了。刚付过款的，联网后先看结果，不要重复付"
      onReload={onReload}
    >
      {(only ? [only] : list.orders).map(({ orderNo, title, people, time, premiumFen, word }) => (
        <Card key={orderNo} className="order-card">
          <article aria-label={`${title}，${people}`}>
            <div className="order-card-head">
              <h2>{title}</h2>
              <Tag tone={word.tone}>{word.label}</Tag>
            </div>
            <div className="order-card-lines">
              <p>{people}</p>
              <p className="num">
                订单号 <LongNumber>{orderNo}</LongNumber>
              </p>
              <p className="num">{time}</p>
            </div>
            <div className="order-card-foot">
              <Money fen={premiumFen} />
            </div>
          </article>
        </Card>
      ))}
    </KeptPage>
  );
}
