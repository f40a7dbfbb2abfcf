export { fileComplaint } from './file-complaint.ts';
export { listOwnComplaints } from './list-own-complaints.ts';
export { reopenComplaint } from './reopen-complaint.ts';
export { withdrawComplaint } from './withdraw-complaint.ts';
