import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { LoadMembers } from '../insured/index.ts';

export interface MidYearDependencies extends Core {
  readonly editions: EditionStore;
  readonly loadMembers: LoadMembers;
}
