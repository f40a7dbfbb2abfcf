import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** How many asked to be reminded of a sale, and how far the reminders are; within the scope of whoever asks */
export const countBookings = defineConsoleCall({
  name: 'countBookings',
  topic: 'console/bookings',
  method: 'GET',
  path: '/bookings/figures',
  summary: 'How many asked to be reminded of a sale, and how far the reminders are; within the scope of whoever asks',
  input: Type.Object({
    /** The newest one unless told. */
    edition: Type.Optional(EditionCode),
  }),
  output: Type.Object({
    bookings: Type.Integer(),
    people: Type.Integer(),
    insured: Type.Integer(),
    cancelled: Type.Integer(),
    /** Reminders: of those that are to go out, how many went, wait, and failed for good. */
    sent: Type.Integer(),
    toSend: Type.Integer(),
    failed: Type.Integer(),
  }),
  staff: ['bookings.view'],
  title: '看预约人数',
  noted: 'nothing',
});
