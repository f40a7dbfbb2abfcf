export { createUnionpay, type UnionpayAdapter } from './create-unionpay.ts';
