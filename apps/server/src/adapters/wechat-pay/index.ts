export { createWechatPay, type WechatPayAdapter } from './create-wechat-pay.ts';
