import { formatYuan } from '../money/index.ts';

/** Raised with every change of the text below; kept with each contract as what its signer has read. */
export const CONSENT_VERSION = 1;

/** What somebody agrees to who wants to be insured again next year by itself: one sentence per line. */
export function consentLines(contract: { readonly limitFen: number; readonly peopleCount: number }): string[] {
  return [
    `明年开售后，为这次的 ${contract.peopleCount} 人再投保一年，保费从微信支付扣，不超过 ${formatYuan(contract.limitFen)} 元。`,
    '扣费前会发短信告诉您。价格或保障变了，会先问您；您没有确认，就不扣费，也不投保。',
    '这不是保证续保。您随时可以在“我的—自动扣费管理”或微信支付里关闭，已生效保单不受影响。',
  ];
}
