import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { PurchaseLine } from '../order/index.ts';

export interface UpgradeDependencies extends Core {
  readonly editions: Pick<EditionStore, 'edition'>;
}

export interface SaveUpgradeDependencies extends UpgradeDependencies {
  /** The same that new orders stand in. */
  readonly line: PurchaseLine;
}
