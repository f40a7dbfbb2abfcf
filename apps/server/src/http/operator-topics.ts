import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.ts';
import type { EditionStore } from '../features/configuration/index.ts';
import type { GroupDependencies } from '../features/group/index.ts';
import { groupRoutes } from './operator-group-routes.ts';
import { issueRoutes } from './operator-issue-routes.ts';

export interface OperatorTopicDependencies {
  readonly core: Core & { readonly editions: EditionStore };
  readonly groups: GroupDependencies;
}

/** What each topic adds behind the operators' door. */
export function operatorTopics(deps: OperatorTopicDependencies): ((door: FastifyInstance) => void)[] {
  const { core } = deps;
  return [(door) => issueRoutes(door, core), (door) => groupRoutes(door, deps.groups)];
}
