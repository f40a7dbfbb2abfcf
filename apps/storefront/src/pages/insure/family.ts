import type { MemberViewValue } from '@huimin/contract';
import { SELF } from '@huimin/domain/order';

/** The payer among the kept people: the account's own person. */
export function payerOf(members: readonly MemberViewValue[]): MemberViewValue | null {
  return members.find((member) => member.relationship === SELF) ?? null;
}

export interface PayerProblem {
  /** What is wrong and what to do. */
  readonly message: string;
  readonly action: string;
  /** Where that is done. */
  readonly href: string;
}

/** What keeps the payer from paying; null when nothing does. */
export function payerProblem(payer: MemberViewValue | null): PayerProblem | null {
  if (payer === null) {
    return {
      message: '请先添加您本人的信息。付款人要是您本人，您自己可以不参保',
      action: '添加本人',
      href: '#/beforeAdd?relationship=00',
    };
  }
  const href = `#/beforeAdd?memberId=${payer.memberId}`;
  if (!payer.adult) return { message: '缴费人要满 18 周岁，请换一位家长来缴费', action: '修改本人信息', href };
  if (payer.phoneMasked === null) {
    return { message: '请补上您本人的手机号，用来接收付款和保单短信', action: '填写手机号', href };
  }
  return null;
}
