import type { HandlerTable } from '../../http/handler.ts';
import { alipayWapPay } from './alipay-wap-pay.ts';
import { cancelOrder } from './cancel-order.ts';
import { downloadOrderMoney } from './download-order-money.ts';
import { jsapiPay } from './jsapi-pay.ts';
import { jsapiPayEnable } from './jsapi-pay-enable.ts';
import { lakalaGetOrderNo } from './lakala-get-order-no.ts';
import { medicalAccountAuthorised } from './medical-account/medical-account-authorised.ts';
import { medicalAccountIsOpen } from './medical-account/medical-account-is-open.ts';
import { medicalAccountPermission } from './medical-account/medical-account-permission.ts';
import { medicalAccountSettlement } from './medical-account/medical-account-settlement.ts';
import { medicalAccountWapPay } from './medical-account/medical-account-wap-pay.ts';
import { miniLogin } from './mini-program.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { queryInsureOrder, queryInsureOrderCallback } from './query-insure-order.ts';
import { queryOrderMoney } from './query-order-money.ts';
import { rbGetPayUrl } from './rb-get-pay-url.ts';
import { unionpayWapPay } from './unionpay-wap-pay.ts';
import { wechatWapPay } from './wechat-wap-pay.ts';

export { type Alert, endAlert, keepStandingAlert, raiseAlert, raiseDailyAlert } from './alert-store.ts';
export { askAboutPayment, askAboutRefund } from './ask-by-number.ts';
export { createAskGate } from './ask-gate.ts';
export { releaseBankReference, takeBankReference } from './bank-references.ts';
export { moneyPaper } from './download-order-money.ts';
export { registerPermissionRoutes } from './medical-account/permission-routes.ts';
export { moneyFacts } from './money-facts.ts';
export { registerMoneyDoor, registerNoticeDoor, registerPaymentRoutes } from './notice-route.ts';
export { GROUP_DEPOSIT, payFromDeposit } from './pay-from-deposit.ts';
export type { PaymentDependencies } from './payment-dependencies.ts';
export { paymentJobs } from './payment-jobs.ts';
export { browserOf, failureReason, startableMethods } from './payment-methods.ts';
export { recordNotice } from './payment-store.ts';
export { type RefundIntent, writeRefundIntent } from './refund-intent.ts';
export { approveRefunds, rejectRefund } from './refund-review.ts';
export { holdForHand, isHeldForHand, lockForHand, refundedFen, refundStanding } from './refund-store.ts';
export { refundUnissuable } from './refund-unissuable.ts';
export { resultText } from './result-message.ts';
export { sealNotice, settlePayment } from './settle-payment.ts';
export { settleUnplaced } from './settle-unplaced.ts';
export { recordPaidByHand, type Solved, sendRefundAgain, whyNotByHand } from './solve-refund.ts';
export { startCharge } from './start-charge.ts';
export { startPayment } from './start-payment.ts';

/** Calls about paying; `queryInsureOrder` and `cancelOrder` live here because they ask the provider. */
export function paymentHandlers(deps: PaymentDependencies): HandlerTable {
  return {
    alipayWapPay: alipayWapPay(deps),
    jsapiPay: jsapiPay(deps),
    jsapiPayEnable: jsapiPayEnable(deps),
    miniLogin: miniLogin(deps),
    lakalaGetOrderNo: lakalaGetOrderNo(deps),
    rbGetPayUrl: rbGetPayUrl(deps),
    unionpayWapPay: unionpayWapPay(deps),
    medicalAccountAuthorised: medicalAccountAuthorised(deps),
    medicalAccountIsOpen: medicalAccountIsOpen(deps),
    medicalAccountPermission: medicalAccountPermission(deps),
    medicalAccountSettlement: medicalAccountSettlement(deps),
    medicalAccountWapPay: medicalAccountWapPay(deps),
    wechatWapPay: wechatWapPay(deps),
    wechatWapPayForm: wechatWapPay(deps),
    queryInsureOrder: queryInsureOrder(deps),
    queryInsureOrderCallback: queryInsureOrderCallback(deps),
    queryOrderMoney: queryOrderMoney(deps),
    downloadOrderMoney: downloadOrderMoney(deps),
    cancelOrder: cancelOrder(deps),
  };
}
