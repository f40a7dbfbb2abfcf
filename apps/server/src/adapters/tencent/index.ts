export { createCardReader } from './create-card-reader.ts';
export { createCarrierCheck } from './create-carrier-check.ts';
export { createDetectAuth } from './create-detect-auth.ts';
export { createTencentSms } from './create-tencent-sms.ts';
