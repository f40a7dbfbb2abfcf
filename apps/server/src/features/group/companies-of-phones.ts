import type { Core } from '../../core.ts';
import type { HeldByPhone } from '../account/index.ts';
import { changeGroup, GROUP_COLUMNS, type GroupRow, groupDetails, noteGroup, sealGroup } from './group-store.ts';

/** Companies whose contact person has another phone now. */
export function companiesOfPhones(core: Core): HeldByPhone {
  return {
    async movePhone(query, from, to) {
      const groups = await query<GroupRow>(
        `select ${GROUP_COLUMNS} from groups where contact_index = $1 order by id for update`,
        [core.index.phone(from)],
      );
      for (const group of groups) {
        const details = { ...groupDetails(core, group), phone: to };
        await changeGroup(query, group, {
          contact: { index: core.index.phone(to), detailsSealed: sealGroup(core, details) },
        });
        const nowMs = core.clock.now();
        await noteGroup(core, query, group, { kind: 'contact-changed', actor: details.contactName, nowMs });
      }
    },
  };
}
