import type { Core } from '../../core.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { RetentionDependencies } from '../evidence/index.ts';
import type { Recordings } from '../recording/index.ts';
import type { StaffDependencies } from '../staff/index.ts';
import type { EvidenceFiles } from './evidence-files.ts';

export interface ReplayDependencies extends Core {
  readonly recordings: Recordings;
  readonly files: EvidenceFiles;
  readonly store: ObjectStore;
  /** What sealed recordings are checked, held, released and passed on with. */
  readonly evidence: RetentionDependencies;
  readonly editions: Pick<EditionStore, 'all'>;
  readonly approvals: StaffDependencies['approvals'];
}
