export { alipayWapPay } from './alipay-wap-pay.ts';
export { jsapiPay } from './jsapi-pay.ts';
export { jsapiPayEnable } from './jsapi-pay-enable.ts';
export { paymentOpenId } from './payment-open-id.ts';
export { unionpayWapPay } from './unionpay-wap-pay.ts';
export { wechatWapPay } from './wechat-wap-pay.ts';
export { wechatWapPayForm } from './wechat-wap-pay-form.ts';
