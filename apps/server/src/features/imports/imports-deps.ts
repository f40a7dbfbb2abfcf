import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { StaffDependencies } from '../staff/index.ts';
import type { ImportKind } from './import-kind.ts';

export interface ImportsCore extends Core {
  readonly editions: EditionStore;
}

/** What the calls need; `kinds` is what can be imported. */
export type ImportsDependencies = StaffDependencies & ImportsCore & { readonly kinds: readonly ImportKind[] };
