import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.ts';
import type { EditionStore } from '../features/configuration/index.ts';
import type { GroupDependencies } from '../features/group/index.ts';
import type { JumpDependencies } from '../features/partner-jump/index.ts';
import type { SharingDependencies } from '../features/sharing/index.ts';
import { groupRoutes } from './operator-group-routes.ts';
import { issueRoutes } from './operator-issue-routes.ts';
import { partnerJumpRoutes } from './operator-partner-jump-routes.ts';
import { shareRoutes } from './operator-share-routes.ts';

export interface OperatorTopicDependencies {
  readonly core: Core & { readonly editions: EditionStore };
  readonly sharing: SharingDependencies;
  readonly jumps: JumpDependencies;
  readonly groups: GroupDependencies;
}

/** What each topic adds behind the operators' door. */
export function operatorTopics(deps: OperatorTopicDependencies): ((door: FastifyInstance) => void)[] {
  const { core } = deps;
  return [
    (door) => issueRoutes(door, core),
    (door) => shareRoutes(door, deps.sharing),
    (door) => partnerJumpRoutes(door, deps.jumps),
    (door) => groupRoutes(door, deps.groups),
  ];
}
