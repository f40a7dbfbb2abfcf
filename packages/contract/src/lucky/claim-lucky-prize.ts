import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PersonName, PhoneNumber } from '../vocabulary/schemas.ts';
import { LuckyChance, RoundCode } from './lucky-schemas.ts';

/** Says where to a prize is sent, within the days for claiming */
export const claimLuckyPrize = defineCall({
  name: 'claimLuckyPrize',
  topic: 'lucky',
  method: 'POST',
  path: '/api/v1/lucky/claim',
  summary: 'Says where to a prize is sent, within the days for claiming',
  input: Type.Object({
    roundCode: RoundCode,
    name: PersonName,
    phone: PhoneNumber,
    address: Type.String({ minLength: 5, maxLength: 100, pattern: '^[^\\u0000-\\u001f]+$', description: '收件地址' }),
  }),
  output: LuckyChance,
  login: 'required',
  errors: ['not-found', 'order-state'],
  specified: false,
});
