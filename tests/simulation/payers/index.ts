import type { Sandbox } from '@huimin/sandbox';
import { alipayPage, alipaySide } from './alipay.ts';
import { lakalaCounter, lakalaSide } from './lakala.ts';
import { medicalAccount, medicalAccountSide } from './medical-account.ts';
import type { PaymentWay, ProviderSide } from './provider-side.ts';
import { rbCashier, rbSide } from './rb.ts';
import { unionpayForm, unionpaySide } from './unionpay.ts';
import { wechatPapaySide, wechatSign } from './wechat-papay.ts';
import { wechatH5, wechatJsapi, wechatPaySide } from './wechat-pay.ts';

/** Every provider that takes part; a new one is a file and a line in each list. */
const SIDES: readonly ((sandbox: Sandbox) => ProviderSide)[] = [
  wechatPaySide,
  alipaySide,
  unionpaySide,
  lakalaSide,
  rbSide,
  wechatPapaySide,
  medicalAccountSide,
];

export const PAYMENT_WAYS: readonly PaymentWay[] = [
  wechatJsapi,
  wechatH5,
  alipayPage,
  unionpayForm,
  lakalaCounter,
  rbCashier,
  wechatSign,
  medicalAccount,
];

export function providerSides(sandbox: Sandbox): ProviderSide[] {
  return SIDES.map((side) => side(sandbox));
}
