export { createWechatPapay, type WechatPapayAdapter } from './create-wechat-papay.ts';
