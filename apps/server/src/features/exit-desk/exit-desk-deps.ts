import type { Core } from '../../core.ts';
import type { JumpDependencies } from '../partner-jump/index.ts';
import type { StaffDependencies } from '../staff/index.ts';

export type ExitDeskDependencies = Core &
  Pick<JumpDependencies, 'medicalApp' | 'partnerOrigins'> &
  Pick<StaffDependencies, 'approvals'>;
