import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { LineTicket } from '../order/order-schemas.ts';
import { EditionCode, PersonName, PhoneNumber, RegionCode, SmsCode } from '../vocabulary/schemas.ts';
import { CreditCode, GroupNo, GroupStatusValue } from './group-schemas.ts';

/** A company asks to insure its people. The same company of an edition is found again */
export const addCompanyOrder = defineCall({
  name: 'addCompanyOrder',
  topic: 'group',
  method: 'POST',
  path: '/api/v1/companyInfo/order/add',
  summary: 'A company asks to insure its people. The same company of an edition is found again',
  input: Type.Object({
    productId: Type.Optional(EditionCode),
    companyName: Type.String({ minLength: 2, maxLength: 60, description: '单位名称' }),
    creditCode: CreditCode,
    regionCode: RegionCode,
    headCount: Type.Integer({ minimum: 1, maximum: 10_000, description: '参保人数' }),
    planCode: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,20}$' })),
    contactName: PersonName,
    phone: PhoneNumber,
    code: SmsCode,
    agentCode: Type.Optional(Type.String({ maxLength: 64, pattern: '^[0-9A-Za-z_-]*$' })),
    invoiceTitle: Type.Optional(Type.String({ maxLength: 60, description: '发票抬头' })),
    remark: Type.Optional(Type.String({ maxLength: 200, description: '备注' })),
    /** Staff may call the contact person. */
    consent: Type.Literal(true),
    /** With it the code is not asked for again: only who has shown it stands in line. */
    lineTicket: LineTicket,
  }),
  output: Type.Object({
    groupNo: GroupNo,
    status: GroupStatusValue,
    statusLabel: Type.String(),
    /** The company had asked before; this is that one. */
    isKnown: Type.Boolean(),
  }),
  errors: [
    'not-on-sale',
    'switched-off',
    'not-found',
    'order-state',
    'in-line',
    'sms-code-wrong',
    'sms-code-expired',
    'too-many-requests',
  ],
});
