import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface InspectionDependencies extends Core {
  readonly editions: Pick<EditionStore, 'all'>;
}
