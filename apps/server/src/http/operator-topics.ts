import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.ts';
import type { AccountDeps } from '../features/account/index.ts';
import type { EditionStore } from '../features/configuration/index.ts';
import type { ChangeDependencies } from '../features/endorsement/index.ts';
import type { GroupDependencies } from '../features/group/index.ts';
import type { MidYearDependencies } from '../features/mid-year/index.ts';
import type { JumpDependencies } from '../features/partner-jump/index.ts';
import type { SharingDependencies } from '../features/sharing/index.ts';
import { changeRoutes } from './operator-change-routes.ts';
import { groupRoutes } from './operator-group-routes.ts';
import { issueRoutes } from './operator-issue-routes.ts';
import { midYearRoutes } from './operator-mid-year-routes.ts';
import { partnerJumpRoutes } from './operator-partner-jump-routes.ts';
import { addPhoneRequestRoutes } from './operator-phone-requests.ts';
import { shareRoutes } from './operator-share-routes.ts';

export interface OperatorTopicDependencies {
  readonly core: Core & { readonly editions: EditionStore };
  readonly account: AccountDeps;
  readonly changes: ChangeDependencies;
  readonly midYear: MidYearDependencies;
  readonly sharing: SharingDependencies;
  readonly jumps: JumpDependencies;
  readonly groups: GroupDependencies;
}

/** What each topic adds behind the operators' door. */
export function operatorTopics(deps: OperatorTopicDependencies): ((door: FastifyInstance) => void)[] {
  const { core } = deps;
  return [
    (door) => addPhoneRequestRoutes(door, deps.account),
    (door) => changeRoutes(door, deps.changes),
    (door) => midYearRoutes(door, deps.midYear),
    (door) => issueRoutes(door, core),
    (door) => shareRoutes(door, deps.sharing),
    (door) => partnerJumpRoutes(door, deps.jumps),
    (door) => groupRoutes(door, deps.groups),
  ];
}
