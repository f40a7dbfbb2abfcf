import Type from 'typebox';
import { CreditCode, GroupNo } from '../../group/group-schemas.ts';
import { EditionCode, PhoneNumber, RegionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Line } from './group-desk-schemas.ts';

/** Puts down a company that asked by phone or in person; one that is known is answered again */
export const registerCompanyGroup = defineConsoleCall({
  name: 'registerCompanyGroup',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups',
  summary: 'Puts down a company that asked by phone or in person; one that is known is answered again',
  input: Type.Object({
    productId: EditionCode,
    planCode: Type.Optional(Type.String({ maxLength: 20, description: '方案' })),
    companyName: Line('单位名称', 2, 60),
    creditCode: CreditCode,
    regionCode: RegionCode,
    headCount: Type.Integer({ minimum: 1, maximum: 10_000, description: '人数' }),
    contactName: Line('联系人', 1, 60),
    phone: PhoneNumber,
    agentCode: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z_-]{1,64}$', description: '业务员代码' })),
    invoiceTitle: Type.Optional(Line('发票抬头', 1, 60)),
    remark: Type.Optional(Line('备注', 1, 200)),
  }),
  output: Type.Object({ groupNo: GroupNo, isKnown: Type.Boolean() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.handle'],
  title: '登记单位',
  noted: 'change',
});
