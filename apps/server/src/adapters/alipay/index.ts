export { type AlipayAdapter, createAlipay } from './create-alipay.ts';
