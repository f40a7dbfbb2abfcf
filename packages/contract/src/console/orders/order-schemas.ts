import Type, { type Static } from 'typebox';
import { PAYMENT_METHODS } from '../../vocabulary/index.ts';
import { BeijingTime, Fen, OrderNo } from '../../vocabulary/schemas.ts';

export const BeijingDay = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '日期' });
export const CityCode = Type.String({ pattern: '^32[0-9]{4}$', description: '城市代码' });
export const MethodName = Type.Enum([...PAYMENT_METHODS, 'transfer'], { description: '付款方式' });
/** To what an order is put down; direct: to nobody. */
export const OrderSource = Type.Enum(['direct', 'share', 'agent', 'outlet'], { description: '来源' });
/** Statuses as a desk looks for them. */
export const OrderGroup = Type.Enum(
  ['unpaid', 'confirming', 'paid', 'issued', 'refunding', 'refunded', 'closed', 'trouble'],
  { description: '订单状态' },
);
export const Tone = Type.Enum(['success', 'warn', 'error', 'info', 'neutral']);

const Text = Type.String();
const TextOrNull = Type.Union([Text, Type.Null()]);

/** One order as the list shows it. */
export const OrderLine = Type.Object({
  orderNo: OrderNo,
  createdAt: BeijingTime,
  /** Masked. */
  payer: Text,
  people: Type.Integer(),
  place: Text,
  method: TextOrNull,
  amountFen: Fen,
  statusLabel: Text,
  tone: Tone,
  source: Text,
});
export type OrderLineValue = Static<typeof OrderLine>;
