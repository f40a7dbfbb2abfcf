import { planOf } from '@huimin/domain/product';
import type { GroupDependencies } from './group-deps.ts';
import type { GroupRow } from './group-store.ts';

/** What a group's people are insured by, as its edition has it now. */
export function planOfGroup({ editions }: Pick<GroupDependencies, 'editions'>, group: GroupRow) {
  const edition = editions.edition(group.edition_code);
  return edition ? planOf(edition.document, group.plan_code) : undefined;
}
