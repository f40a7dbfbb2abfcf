import type { Core } from '../../../core.ts';
import type { EditionStore } from '../../configuration/index.ts';

export interface IssueDependencies extends Pick<Core, 'database' | 'clock' | 'log' | 'numbers' | 'orderIds'> {
  readonly editions: Pick<EditionStore, 'edition'>;
}
