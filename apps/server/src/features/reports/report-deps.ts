import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';

export interface ReportDependencies extends Core {
  readonly editions: EditionStore;
}
