import type { HandlerTable } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { buildAuthorisationUrl } from './build-authorisation-url.ts';
import { jsSdkSignature } from './js-sdk-signature.ts';
import { loginBySms } from './login-by-sms.ts';
import { logout } from './logout.ts';
import { paymentOpenId } from './payment-open-id.ts';
import { profile } from './profile.ts';
import { saveMedicalInsuranceRegion } from './save-medical-insurance-region.ts';
import { sendSmsCode } from './send-sms-code.ts';
import { webAuthorisation } from './web-authorisation.ts';
import { wechatOpenId } from './wechat-open-id.ts';

export type { AccountDeps } from './account-deps.ts';
export { accountPhone } from './account-phone.ts';
export { registerAccountBrowserRoutes } from './browser-routes.ts';
export { knownOpenId } from './known-open-id.ts';
export { createSessions } from './sessions.ts';
export { checkCode, codeRefusal, type SmsCodeDeps, sendCode } from './sms-codes.ts';
export { sweepExpired } from './sweep-expired.ts';

/** The calls of this topic, by name. */
export function accountHandlers(deps: AccountDeps) {
  return {
    sendSmsCode: sendSmsCode(deps),
    loginBySms: loginBySms(deps),
    logout: logout(deps),
    profile: profile(deps),
    saveMedicalInsuranceRegion: saveMedicalInsuranceRegion(deps),
    webAuthorisation: webAuthorisation(deps),
    buildAuthorisationUrl: buildAuthorisationUrl(deps),
    wechatOpenIdV2: wechatOpenId(deps),
    wechatOpenIdV3: wechatOpenId(deps),
    jsSdkSignature: jsSdkSignature(deps),
    paymentOpenId: paymentOpenId(deps),
  } satisfies HandlerTable;
}
