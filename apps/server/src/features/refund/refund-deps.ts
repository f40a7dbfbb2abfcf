import type { Core } from '../../core.ts';
import type { SmsCodeDeps } from '../account/index.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface RefundDependencies extends Core {
  readonly editions: Pick<EditionStore, 'edition'>;
  /** Sends the code that confirms a refund. */
  readonly codes: SmsCodeDeps;
}
