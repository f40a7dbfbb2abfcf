import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** Has the reminders of an opened sale sent once more that did not go out; within the scope of whoever asks */
export const resendBookingNotices = defineConsoleCall({
  name: 'resendBookingNotices',
  topic: 'console/bookings',
  method: 'POST',
  path: '/bookings/resend',
  summary: 'Has the reminders of an opened sale sent once more that did not go out; within the scope of whoever asks',
  input: Type.Object({
    edition: EditionCode,
    /** Also those that may have gone out, because the gateway could not say: some phones get two then. */
    alsoUnknown: Type.Optional(Type.Boolean({ description: '查不到结果的也发，可能收到两条' })),
    reason: Type.String({ minLength: 4, maxLength: 200, description: '修好了什么，4 到 200 个字' }),
  }),
  output: Type.Object({ count: Type.Integer() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['messages.resend'],
  title: '补发开售短信',
  noted: 'change',
});
