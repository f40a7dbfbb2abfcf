import type { SmsGateway } from '../../ports/sms-gateway.ts';
import type { Withholding } from '../../ports/withholding.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { SaveByContract } from '../order/index.ts';
import type { PaymentDependencies } from '../payment/index.ts';

export interface WithholdingDependencies extends Omit<PaymentDependencies, 'editions'> {
  readonly editions: Pick<EditionStore, 'edition' | 'all'>;
  readonly saveByContract: SaveByContract;
  readonly sms: SmsGateway;
  /** Residents stand in line somewhere; a run has days and gives way. */
  readonly residentsWait: () => Promise<boolean>;
  /** Null where the settings name no plan; then nothing can be signed. */
  readonly withholding: Withholding | null;
}

/** The same where contracts can be signed. */
export type SigningDependencies = WithholdingDependencies & { readonly withholding: Withholding };

export function canSign(deps: WithholdingDependencies): deps is SigningDependencies {
  return deps.withholding !== null;
}
