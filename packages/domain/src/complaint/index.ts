export {
  COMPLAINT_CATEGORIES,
  COMPLAINT_FINDINGS,
  type ComplaintFinding,
  complaintCategoryLabel,
  complaintFindingLabel,
} from './categories.ts';
export {
  COMPLAINT_STATUS_TABLE,
  COMPLAINT_WORKING_DAYS,
  type ComplaintEvent,
  type ComplaintStatus,
  complaintStatusLabel,
  EXTENSION_WORKING_DAYS,
  isOpenComplaint,
  OPEN_COMPLAINT,
  UNCLOSED_DAYS,
} from './complaint-status.ts';
