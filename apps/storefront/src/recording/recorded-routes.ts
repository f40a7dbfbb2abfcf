/**
 * How much of a screen goes into the record of a sale.
 * - `whole`: what it showed and what was done on it. Every screen of the way to a paid order.
 * - `visit`: only that it was there, from when to when. Screens with health data (claims, pre-existing conditions, drugs),
 *   with faces and papers, with other people's data (a company's list), and all that is no sale.
 * A screen that is not named is a `visit`; a test asks that each is named.
 */
export type Recorded = 'whole' | 'visit';

const names = (recorded: Recorded, list: string): [string, Recorded][] =>
  list.split(/\s+/).map((name) => [name, recorded]);

const SCREENS: ReadonlyMap<string, Recorded> = new Map([
  // What is offered, and its terms.
  ...names('whole', 'index noSale editions agreement agree_bxtk beforeIndex mid'),
  // Who buys, for whom, and the confirmation.
  ...names('whole', 'login user_login beforeLogin beforeAuthUser beforeAdd beforeAddDesc beforeConfirm'),
  ...names('whole', 'upgrade renew renew-check temp-login temp-index temp-confirm withhold withhold-confirm'),
  // The payment.
  ...names('whole', 'pay payMid payLoading payMidLoading payFail pay_error'),
  ...names('whole', 'paySuccess payMidSuccess paySuccessSubscribed'),

  ...names('visit', 'order_search_new order_search_new1 order_search_new2 claims claimDetail'),
  ...names('visit', 'midApply cart-shop drugApply drugCases lsjsfwsc faceCheck'),
  ...names('visit', 'company groupProgress groupPay groupPeople groupConfirm'),
  ...names('visit', 'familyAsk familyConfirm'),
  ...names('visit', 'updateNew update updateMid update1 beforeUpdate beforeUpdateNew beforeOther fixInfoDetail'),
  ...names('visit', 'refundReason refund-confirm refund-confirm-new refund-reason refund-reason-new'),
  ...names('visit', 'refund-step1 refund-step2 order-cancel orders orderDetail orderMoney paper'),
  ...names('visit', 'voucher voucher_new voucher_list order_search order_search_list home-list holderList'),
  ...names('visit', 'myAccount mysure info recoverAccount changePhone loginHistory ownData complaints test elements'),
  ...names('visit', 'messages lucky luckyCheck yuyue yuyue2026 yuyue2026post bookSuccessfully link webview'),
  ...names('visit', 'branch ntbranch cbc czbranch jsbranch yzbranch sqbranch suqbranch love love-list love-index'),
]);

export function recordedOf(routeName: string): Recorded {
  return SCREENS.get(routeName) ?? 'visit';
}

export function isNamed(routeName: string): boolean {
  return SCREENS.has(routeName);
}
