import type { PurchaseFlow } from './purchase-flow.ts';

interface FlowRule {
  /** Every insured person must have been covered by an earlier edition, bought by the same account. */
  coveredBefore: boolean;
  /** Every insured person must have a reason to join late. */
  needsReason: boolean;
  /** Only with an outlet's code that this resident took up. */
  needsAssistance: boolean;
}

const NOTHING: FlowRule = { coveredBefore: false, needsReason: false, needsAssistance: false };

/** What each way to buy asks for, side by side. Only the server asks for it. */
export const FLOW_RULES: Readonly<Record<PurchaseFlow, FlowRule>> = {
  normal: NOTHING,
  early: { ...NOTHING, coveredBefore: true },
  mid: { ...NOTHING, needsReason: true },
  assisted: { ...NOTHING, needsAssistance: true },
};
