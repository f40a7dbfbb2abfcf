import Type from 'typebox';
import { ComplaintCategoryName, ComplaintNo, ComplaintWords } from '../../complaints/complaint-schemas.ts';
import { BeijingTime, ClientKey, OrderNo, PhoneNumber } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { PersonKey } from './people-schemas.ts';

/** Takes a complaint down for somebody on the phone, and sends its number by text message. Safe to repeat with the same clientKey */
export const takeComplaint = defineConsoleCall({
  name: 'takeComplaint',
  topic: 'console/people',
  method: 'POST',
  path: '/people/{person}/complaints',
  summary:
    'Takes a complaint down for somebody on the phone, and sends its number by text message. Safe to repeat with the same clientKey',
  input: Type.Object({
    person: PersonKey,
    clientKey: ClientKey,
    category: ComplaintCategoryName,
    words: ComplaintWords,
    /** One that the person pays for or is insured by. */
    orderNo: Type.Optional(OrderNo),
    /** Where to ring and to send messages; without it the account's phone, or the one given for the person. */
    phone: Type.Optional(PhoneNumber),
  }),
  output: Type.Object({ complaintNo: ComplaintNo, dueAt: BeijingTime, phone: Type.String() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['complaints.handle'],
  title: '登记电话投诉',
  noted: 'change',
});
