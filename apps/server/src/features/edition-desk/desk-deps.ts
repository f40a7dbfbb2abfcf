import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { EvidenceLog } from '../evidence/index.ts';
import type { StaffDependencies } from '../staff/index.ts';

export interface EditionDeskDependencies extends Core {
  readonly editions: EditionStore;
  readonly evidence: Pick<EvidenceLog, 'published'>;
}

export type SalePauseDependencies = EditionDeskDependencies & Pick<StaffDependencies, 'approvals'>;

export const NO_EDITION = '没有这个产品版本';
