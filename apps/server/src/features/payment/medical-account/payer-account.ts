import type { FailureName } from '@huimin/contract';
import { IDENTITY_CARD } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { type CallRequest, fail, ok, type Reply } from '../../../http/handler.ts';
import type { AccountRefusal, MedicalAccount } from '../../../ports/medical-account.ts';
import type { AccountOwner } from '../../../ports/payment-provider.ts';
import { regionOfPerson } from '../../insured/index.ts';
import { type OrderRow, orderOfOwner, policyholderDetails } from '../../order/index.ts';
import type { PaymentDependencies } from '../payment-dependencies.ts';
import { methodOf } from '../payment-methods.ts';
import { whyNotPayable } from '../start-payment.ts';

/** Whose account is to pay which order: the policyholder's. */
export interface PayerAccount {
  readonly centre: MedicalAccount;
  readonly order: OrderRow;
  readonly owner: AccountOwner;
  readonly regionCode: string;
  /** As it is shown: 南京. */
  readonly place: string;
}

const QUESTIONS_RULE = { name: 'medical-account', limit: 20, windowMs: 60 * 60_000 };

/** The account that is asked about for an order which can be paid now; counts the question. */
export async function payerAccount(
  deps: PaymentDependencies,
  request: CallRequest,
  orderNo: string,
): Promise<Reply<PayerAccount>> {
  const orderId = deps.numbers.orderId(orderNo);
  const order = orderId === null ? null : await orderOfOwner(deps.database.query, request.user, orderId);
  if (!order) return fail('not-found', '没有找到这笔订单');
  const refusal = whyNotPayable(deps, order, methodOf('xmybpay'), { kind: 'medical-account' }, request.userAgent);
  if (refusal) return refusal;
  const centre = deps.medicalAccount;
  if (!centre) return fail('payment-method');
  const person = policyholderDetails(deps, order);
  if (person.idType !== IDENTITY_CARD) return fail('payment-method', '个账支付只支持居民身份证，请更换支付方式');
  const personIndex = deps.index.person(person.idType, person.idNumber);
  const regionCode = await regionOfPerson(deps.database.query, request.user, personIndex);
  if (regionCode === null) return fail('payment-method', '没有找到您的医保所在地，请更换支付方式');
  if (!(await deps.limiter.allows(QUESTIONS_RULE, String(request.user.id)))) return fail('too-many-requests');
  const owner = { name: person.name, idNumber: person.idNumber };
  return ok({ centre, order, owner, regionCode, place: regionDisplayText(regionCode) ?? '江苏' });
}

/** Why an account cannot pay, in words for its owner. */
export function accountRefusalText(reason: AccountRefusal, place: string): string {
  switch (reason) {
    case 'place':
      return `当前参保地暂未开通个账支付（${place}），请更换支付方式`;
    case 'balance':
      return '个人账户余额不足，请更换支付方式';
    case 'province':
      return '没有查到您在江苏省的医保个人账户，请更换支付方式';
    case 'hours':
      return '医保系统现在不办理个账支付，请更换支付方式，或者晚些再试';
    case 'other':
      return '这个医保个人账户暂时不能付款，请更换支付方式';
  }
}

/** The bureau did not say anything: nothing was charged. */
export function centreBusy(): { readonly ok: false; readonly name: FailureName; readonly message: string } {
  return { ok: false, name: 'provider-busy', message: '医保系统暂时没有回应，没有扣款。请稍后再试，或者更换支付方式' };
}
