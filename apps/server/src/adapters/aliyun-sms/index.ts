export { createAliyunSms } from './create-aliyun-sms.ts';
