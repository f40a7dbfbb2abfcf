import type { HandlerTable } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { accountEvents } from './account-history.ts';
import { queryOpenId, unbind } from './bindings.ts';
import { buildAuthorisationUrl } from './build-authorisation-url.ts';
import { getNoLoginToken } from './guest-token.ts';
import { jsSdkSignature } from './js-sdk-signature.ts';
import { loginBySms, loginWithHistoryHolder, settleLogin } from './log-in-by-phone.ts';
import { logout } from './logout.ts';
import { chooseMarketing } from './marketing.ts';
import { alipayLogin, beginAlipayLogin } from './other-logins/alipay-login.ts';
import { partnerLogin } from './other-logins/partner-login.ts';
import { endSessions, listSessions } from './own-sessions.ts';
import { paymentOpenId } from './payment-open-id.ts';
import { requestPhoneChange, withdrawPhoneRequest } from './phone-change/request-phone-change.ts';
import { completeRecovery, updatePhone } from './phone-change/update-phone.ts';
import { profile, updateProfile } from './profile.ts';
import { identityLogin } from './recovery/identity-login.ts';
import { verification } from './recovery/verification.ts';
import { saveMedicalInsuranceRegion } from './save-medical-insurance-region.ts';
import { sendSmsCode } from './send-sms-code.ts';
import { webAuthorisation } from './web-authorisation.ts';
import { wechatOpenId } from './wechat-open-id.ts';

export type { AccountDeps, HeldByPhone, OrdersOfAccounts, OwnPerson } from './account-deps.ts';
export { wholeHistory } from './account-history.ts';
export { noteNotice, sendAccountNotices } from './account-notices.ts';
export { accountPhone } from './account-phone.ts';
export { registerAccountBrowserRoutes } from './browser-routes.ts';
export { endAccount } from './close-account.ts';
export { accountStaysOpen, CLOSE_WITHIN_MS, holdAccount, markClosing } from './closing.ts';
export { forgetFormerPhones, phonesOfAccount } from './former-phones.ts';
export { correctHolder, holderOf, noteHolders } from './holder-store.ts';
export { knownOpenId } from './known-open-id.ts';
export { marketingOffAt, switchMarketingOff } from './marketing.ts';
export type { PartnerKeys } from './other-logins/partner-token.ts';
export {
  decidePhoneRequestWithin,
  runDuePhoneRequests,
} from './phone-change/decide-phone-request.ts';
export { type PhoneRequestRow, requestById as phoneRequestById } from './phone-change/phone-request-store.ts';
export { contactOfAccount } from './profile.ts';
export { originOf } from './request-origin.ts';
export { createSessions } from './sessions.ts';
export { checkCode, codeRefusal, type SmsCodeDeps, sendCode } from './sms-codes.ts';
export { sweepExpired } from './sweep-expired.ts';
export { eraseContact, findByIds as accountsByIds, findByPhone as accountByPhone } from './user-store.ts';

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
    settleLogin: settleLogin(deps),
    loginWithHistoryHolder: loginWithHistoryHolder(deps),
    identityLogin: identityLogin(deps),
    verification: verification(deps),
    completeRecovery: completeRecovery(deps),
    updatePhone: updatePhone(deps),
    requestPhoneChange: requestPhoneChange(deps),
    withdrawPhoneRequest: withdrawPhoneRequest(deps),
    partnerLogin: partnerLogin(deps),
    beginAlipayLogin: beginAlipayLogin(deps),
    alipayLogin: alipayLogin(deps),
    queryOpenId: queryOpenId(deps),
    unbind: unbind(deps),
    updateProfile: updateProfile(deps),
    chooseMarketing: chooseMarketing(deps),
    listSessions: listSessions(deps),
    endSessions: endSessions(deps),
    accountEvents: accountEvents(deps),
    getNoLoginToken: getNoLoginToken(deps),
  } satisfies HandlerTable;
}
