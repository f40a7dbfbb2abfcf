import Type from 'typebox';
import { BookingNo } from '../../booking/booking-schemas.ts';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

const Text = Type.String();

/** Who asked to be reminded of a sale, phones masked, and whether they were; within the scope of whoever asks */
export const listBookings = defineConsoleCall({
  name: 'listBookings',
  topic: 'console/bookings',
  method: 'GET',
  path: '/bookings',
  summary: 'Who asked to be reminded of a sale, phones masked, and whether they were; within the scope of whoever asks',
  input: Type.Object({
    /** The newest one unless told. */
    edition: Type.Optional(EditionCode),
    status: Type.Optional(Type.Enum(['booked', 'notified', 'insured', 'cancelled'], { description: '预约状态' })),
    notice: Type.Optional(
      Type.Enum(['waiting', 'sending', 'unclear', 'sent', 'refused', 'unknown', 'unwanted'], {
        description: '短信状态',
      }),
    ),
    before: Type.Optional(BookingNo),
  }),
  output: Type.Object({
    edition: Text,
    editions: Type.Array(Type.Object({ code: Text, name: Text, saleStartsAt: BeijingTime, isOnSale: Type.Boolean() })),
    bookings: Type.Array(
      Type.Object({
        bookingNo: BookingNo,
        phoneMasked: Text,
        regionText: Text,
        headCount: Type.Integer(),
        agentCode: Type.Union([Text, Type.Null()]),
        status: Text,
        statusLabel: Text,
        tone: Type.Enum(['success', 'warn', 'error', 'info', 'neutral']),
        noticeLabel: Text,
        bookedAt: BeijingTime,
        notifiedAt: Type.Union([BeijingTime, Type.Null()]),
      }),
    ),
    next: Type.Union([BookingNo, Type.Null()]),
  }),
  staff: ['bookings.view'],
  title: '看预约',
  noted: 'view',
});
