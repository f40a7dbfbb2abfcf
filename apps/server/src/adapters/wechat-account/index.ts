export { createWechatAccount } from './create-wechat-account.ts';
