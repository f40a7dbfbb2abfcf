import type { HandlerTable } from '../../http/handler.ts';
import { answerInvitation, invitationPolicy, openInvitation } from './answer-invitation.ts';
import { chargeDueBill } from './charge-bill.ts';
import { addCompanyOrder, groupTerms } from './company-order.ts';
import {
  closeGroup,
  giveGroupVoucher,
  groupPeople,
  groupReport,
  groupTemplate,
  listGroups,
  queryGroup,
  remindGroup,
  removeGroupPeople,
  rosterProblems,
  uploadRoster,
} from './contact-calls.ts';
import { forgetUnneeded } from './forget-unneeded.ts';
import type { GroupDependencies } from './group-deps.ts';
import { inviteDuePeople } from './invite-people.ts';
import { tellOfLeftOut } from './left-out.ts';
import { readDueRoster } from './read-roster.ts';
import { endRemovals } from './remove-people.ts';
import { tellContacts } from './tell-contact.ts';

export { makeBill } from './bills.ts';
export { companiesOfPhones } from './companies-of-phones.ts';
export { confirmReceipt, enterReceipt } from './deposits.ts';
export { countNewGroups, groupDeskHandlers } from './desk-calls.ts';
export type { GroupDependencies } from './group-deps.ts';
export { groupDetails, groupsOfContact } from './group-store.ts';
export { contactGroup, openRoster } from './operator.ts';
export { groupPersonDetails, PERSON_SEAL as GROUP_PERSON_SEAL } from './people-store.ts';

/** The calls of this topic, by name. */
export function groupHandlers(deps: GroupDependencies) {
  return {
    addCompanyOrder: addCompanyOrder(deps),
    groupTerms: groupTerms(deps),
    listGroups: listGroups(deps),
    queryGroup: queryGroup(deps),
    closeGroup: closeGroup(deps),
    groupTemplate: groupTemplate(deps),
    uploadRoster: uploadRoster(deps),
    rosterProblems: rosterProblems(deps),
    groupPeople: groupPeople(deps),
    remindGroup: remindGroup(deps),
    removeGroupPeople: removeGroupPeople(deps),
    giveGroupVoucher: giveGroupVoucher(deps),
    groupReport: groupReport(deps),
    openInvitation: openInvitation(deps),
    answerInvitation: answerInvitation(deps),
    invitationPolicy: invitationPolicy(deps),
  } satisfies HandlerTable;
}

/** What goes on without a request: lists are read, people asked, bills worked off, contact persons told. */
export function groupJobs(deps: GroupDependencies) {
  return [
    { name: 'group-rosters', everyMs: 1_000, run: () => readDueRoster(deps) },
    { name: 'group-invites', everyMs: 2_000, run: () => inviteDuePeople(deps) },
    { name: 'group-bills', everyMs: 1_000, run: () => chargeDueBill(deps) },
    { name: 'group-left-out', everyMs: 30_000, run: () => tellOfLeftOut(deps) },
    { name: 'group-removals', everyMs: 5_000, run: () => endRemovals(deps) },
    { name: 'group-sweep', everyMs: 3_600_000, run: () => forgetUnneeded(deps) },
    { name: 'group-news', everyMs: 5_000, run: () => tellContacts(deps) },
  ];
}
