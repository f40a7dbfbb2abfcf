import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';

/** The secret for the phone's code app, at the first sign-in; the same one until it is confirmed */
export const prepareEnrolment = defineConsoleCall({
  name: 'prepareEnrolment',
  topic: 'console/staff',
  method: 'POST',
  path: '/enrolment',
  summary: "The secret for the phone's code app, at the first sign-in; the same one until it is confirmed",
  input: Type.Object({}),
  output: Type.Object({
    /** For typing in by hand. */
    secret: Type.String(),
    /** For the picture to scan. */
    address: Type.String(),
  }),
  errors: ['staff-signed-out', 'staff-page-stale'],
  staff: 'door',
  title: '准备绑定动态口令',
  noted: 'change',
});
