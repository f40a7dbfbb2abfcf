export { createMiniProgram } from './create-mini-program.ts';
export { createWechatAccount } from './create-wechat-account.ts';
