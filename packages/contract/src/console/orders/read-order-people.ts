import Type from 'typebox';
import { OrderNo } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** The people of an order unmasked, while another person has agreed to that */
export const readOrderPeople = defineConsoleCall({
  name: 'readOrderPeople',
  topic: 'console/orders',
  method: 'GET',
  path: '/orders/{orderNo}/people',
  summary: 'The people of an order unmasked, while another person has agreed to that',
  input: Type.Object({ orderNo: OrderNo }),
  output: Type.Object({
    people: Type.Array(Type.Object({ policyNo: Type.String(), name: Type.String(), idNumber: Type.String() })),
    payer: Type.Object({ name: Type.String(), idNumber: Type.String(), phone: Type.String() }),
  }),
  errors: ['not-found', 'staff-rule'],
  staff: ['person.reveal'],
  title: '看完整证件',
  noted: 'view',
});
