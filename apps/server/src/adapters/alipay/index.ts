export { type AlipayAdapter, createAlipay } from './create-alipay.ts';
export { createAlipayLogin } from './create-alipay-login.ts';
