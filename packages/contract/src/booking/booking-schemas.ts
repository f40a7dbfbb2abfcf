import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode, OrderNo, RegionCode } from '../vocabulary/schemas.ts';

export const BookingNo = Type.String({ pattern: '^YY[0-9]{19}$', description: '预约号' });
export const HeadCount = Type.Integer({ minimum: 1, maximum: 20, description: '大概几个人' });
/** Opaque and good for half an hour: shows which phone is the asker's without a login. */
export const BookingTicket = Type.String({ minLength: 40, maxLength: 400, pattern: '^[0-9A-Za-z_-]+$' });

/** One booking, as the owner of its phone sees it. */
export const Booking = Type.Object({
  bookingNo: BookingNo,
  editionCode: EditionCode,
  productName: Type.String(),
  status: Type.Enum(['booked', 'notified', 'insured', 'cancelled']),
  statusLabel: Type.String(),
  phoneMasked: Type.String(),
  regionCode: RegionCode,
  regionText: Type.String(),
  headCount: Type.Integer(),
  agentCode: Type.Union([Type.String(), Type.Null()]),
  saleStartsAt: BeijingTime,
  /** Whether the sale has begun. */
  onSale: Type.Boolean(),
  bookedAt: BeijingTime,
  notifiedAt: Type.Union([BeijingTime, Type.Null()]),
  insuredAt: Type.Union([BeijingTime, Type.Null()]),
  cancelledAt: Type.Union([BeijingTime, Type.Null()]),
  /** The order by which the phone's account was insured. */
  orderNo: Type.Union([OrderNo, Type.Null()]),
  canCancel: Type.Boolean(),
});
export type BookingValue = Static<typeof Booking>;
