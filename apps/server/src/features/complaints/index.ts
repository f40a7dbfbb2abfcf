import type { HandlerTable } from '../../http/handler.ts';
import type { RetentionDependencies } from '../evidence/index.ts';
import type { ConsoleHandlerTable } from '../staff/index.ts';
import { listComplaintCategories } from './category-labels.ts';
import type { ComplaintDependencies, ComplaintDeskDependencies } from './complaint-deps.ts';
import {
  acceptComplaint,
  answerComplaint,
  closeComplaint,
  declineComplaint,
  extendComplaint,
  linkComplaintOrder,
  noteComplaintContact,
  sendBackComplaint,
} from './handle-complaint.ts';
import { keepComplaintEvidence } from './keep-evidence.ts';
import { listComplaints } from './list-complaints.ts';
import { listOrderComplaints } from './list-order-complaints.ts';
import { fileComplaint, listOwnComplaints, reopenComplaint, withdrawComplaint } from './own-complaints.ts';
import { showComplaint, showComplaintFile } from './show-complaint.ts';

export { complaintExports } from './complaint-export.ts';
export { type FirstComplaint, type FirstStep, registerFirstComplaints } from './first-complaints.ts';
export { type ComplaintPlace, complaintsFrom, forgetComplaint } from './forget-complaints.ts';
export { countComplaints, countComplaintsToHandle } from './list-complaints.ts';
export { ownComplaints } from './own-complaints.ts';
export { takeComplaintByPhone } from './take-by-phone.ts';

/** The calls of this topic, by name. */
export function complaintHandlers(deps: ComplaintDependencies) {
  return {
    fileComplaint: fileComplaint(deps),
    listOwnComplaints: listOwnComplaints(deps),
    reopenComplaint: reopenComplaint(deps),
    withdrawComplaint: withdrawComplaint(deps),
  } satisfies HandlerTable;
}

/** The console's calls of this topic, by name. */
export function complaintDeskHandlers(deps: ComplaintDeskDependencies) {
  return {
    listComplaints: listComplaints(deps),
    listOrderComplaints: listOrderComplaints(deps),
    listComplaintCategories: listComplaintCategories(deps),
    showComplaint: showComplaint(deps),
    showComplaintFile: showComplaintFile(deps),
    acceptComplaint: acceptComplaint(deps),
    declineComplaint: declineComplaint(deps),
    noteComplaintContact: noteComplaintContact(deps),
    answerComplaint: answerComplaint(deps),
    sendBackComplaint: sendBackComplaint(deps),
    closeComplaint: closeComplaint(deps),
    linkComplaintOrder: linkComplaintOrder(deps),
    extendComplaint: extendComplaint(deps),
  } satisfies ConsoleHandlerTable;
}

/** Recordings are kept for as long as a complaint goes on. */
export const complaintJobs = (deps: RetentionDependencies) => [
  { name: 'complaint-evidence', everyMs: 60_000, run: () => keepComplaintEvidence(deps) },
];
