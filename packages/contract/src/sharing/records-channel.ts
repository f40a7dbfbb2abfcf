import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode, RegionCode, WechatOpenId } from '../vocabulary/schemas.ts';

/** Records that a user of the messaging app goes on to a partner's page, and answers its address */
export const recordsChannel = defineCall({
  name: 'recordsChannel',
  topic: 'sharing',
  method: 'POST',
  path: '/api/v1/recordsChannel',
  summary: "Records that a user of the messaging app goes on to a partner's page, and answers its address",
  input: Type.Object({
    /** This browser's own; what the session knows when it is left out. */
    openId: Type.Optional(WechatOpenId),
    channel: Type.String({ pattern: '^[a-z0-9-]{2,30}$', description: '合作渠道代码' }),
    productId: Type.Optional(EditionCode),
    area: Type.Optional(RegionCode),
    /** False: only tells where it would lead, so that the resident can decide. */
    confirmed: Type.Boolean(),
  }),
  output: Type.Object({
    name: Type.String(),
    /** Whose site it is, such as buy.partner.example. */
    host: Type.String(),
    /** Null until the resident has confirmed. */
    url: Type.Union([Type.String(), Type.Null()]),
  }),
  login: 'optional',
  errors: ['not-found', 'open-id-required', 'too-many-requests'],
});
