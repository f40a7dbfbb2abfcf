import './order-card.css';
import type { OrderSummaryValue } from '@huimin/contract';
import { Button, Card, Countdown, LongNumber, Money, Tag } from '../../ui/index.ts';
import { insuredText, isWaiting, orderTimeText, orderTitle, payActionText, type StatusWord } from './order-words.ts';

type Props = {
  order: OrderSummaryValue;
  word: StatusWord;
  /** Server clock minus this device's, ms. */
  serverOffsetMs: number;
  onCancel: () => void;
  /** The order's time is up. */
  onExpired: () => void;
};

/** One order in the list. */
export function OrderCard({ order, word, serverOffsetMs, onCancel, onExpired }: Props) {
  const query = `?orderNo=${order.orderNo}`;
  const waiting = isWaiting(order);
  return (
    <Card className="order-card">
      <article aria-label={`${orderTitle(order)}，${insuredText(order.insured)}`}>
        <div className="order-card-head">
          <h2>{orderTitle(order)}</h2>
          <Tag tone={word.tone}>{word.label}</Tag>
        </div>
        <div className="order-card-lines">
          <p>{insuredText(order.insured)}</p>
          <p className="num">
            订单号 <LongNumber>{order.orderNo}</LongNumber>
          </p>
          <p className="num">{orderTimeText(order)}</p>
          {waiting && (
            <p className="order-card-left">
              还剩 <Countdown untilMs={order.expiresAtMs} serverOffsetMs={serverOffsetMs} onEnd={onExpired} />
              ，超时自动关闭
            </p>
          )}
        </div>
        <div className="order-card-foot">
          <Money fen={order.premiumFen} />
          <div className="order-card-actions">
            {waiting && (
              <Button kind="neutral" small onPress={onCancel}>
                取消
              </Button>
            )}
            {waiting ? (
              <Button small href={`#/pay${query}`}>
                {payActionText(order)}
              </Button>
            ) : (
              <Button kind="neutral" small href={`#/orderDetail${query}`}>
                看详情
              </Button>
            )}
          </div>
        </div>
      </article>
    </Card>
  );
}
