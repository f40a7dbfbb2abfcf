import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface UpgradeDependencies extends Core {
  readonly editions: Pick<EditionStore, 'edition'>;
}
