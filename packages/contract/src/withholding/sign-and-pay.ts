import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { OrderNo } from '../vocabulary/schemas.ts';
import { ConsentVersion } from './withholding-schemas.ts';

/** Start a JSAPI payment whose payer also signs for next year; the bridge's part goes to WeixinJSBridge unchanged */
export const signAndPay = defineCall({
  name: 'signAndPay',
  topic: 'withholding',
  method: 'GET',
  path: '/api/wxpay/signAndPay',
  summary:
    'Start a JSAPI payment whose payer also signs for next year; the bridge’s part goes to WeixinJSBridge unchanged',
  input: Type.Object({ orderNo: OrderNo, consentVersion: ConsentVersion }),
  output: Type.Object({
    bridge: Type.Object({
      appId: Type.String(),
      timeStamp: Type.String(),
      nonceStr: Type.String(),
      package: Type.String(),
      signType: Type.Enum(['RSA', 'HMAC-SHA256']),
      paySign: Type.String(),
    }),
    /** offered: the cashier asks; refused: this payment goes without it; signed: it was signed before. */
    signing: Type.Enum(['offered', 'refused', 'signed']),
  }),
  login: 'required',
  errors: [
    'not-found',
    'order-state',
    'open-id-required',
    'payment-method',
    'payment-limit',
    'provider-busy',
    'payment-unclear',
    'switched-off',
    'documents-changed',
  ],
});
