export { createTencentSms } from './create-tencent-sms.ts';
