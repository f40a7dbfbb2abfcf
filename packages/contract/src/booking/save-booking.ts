import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode, PhoneNumber, RegionCode, SmsCode } from '../vocabulary/schemas.ts';
import { Booking, BookingTicket, HeadCount } from './booking-schemas.ts';

/** Asks to be told by text message when an edition's sale opens; a phone has one booking of an edition, a repeat changes it */
export const saveBooking = defineCall({
  name: 'saveBooking',
  topic: 'booking',
  method: 'POST',
  path: '/api/appoint/save',
  summary:
    "Asks to be told by text message when an edition's sale opens; a phone has one booking of an edition, a repeat changes it",
  input: Type.Object({
    productId: Type.Optional(EditionCode),
    /** Left out: the phone of the logged-in account. */
    proof: Type.Optional(Type.Object({ phone: PhoneNumber, code: SmsCode })),
    regionCode: RegionCode,
    headCount: HeadCount,
    agentCode: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z_-]{1,64}$', description: '工作人员编号' })),
    shareCode: Type.Optional(Type.String({ maxLength: 64 })),
    shareFrom: Type.Optional(Type.String({ maxLength: 64 })),
    /** The version of the privacy policy that was shown with the consent to the message. */
    privacyVersion: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    consent: Type.Literal(true),
  }),
  output: Type.Object({
    booking: Booking,
    /** What a resident reads now. */
    text: Type.String(),
    /** Looks at the booking later on without a login. */
    ticket: BookingTicket,
  }),
  login: 'optional',
  errors: [
    'not-logged-in',
    'not-found',
    'not-on-sale',
    'order-state',
    'switched-off',
    'documents-changed',
    'sms-code-wrong',
    'sms-code-expired',
  ],
});
