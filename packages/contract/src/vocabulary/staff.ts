/** Who works in the console. The three kinds of administrator at the end are kept apart from everything else. */
export const STAFF_ROLES = [
  'operations',
  'finance',
  'broker',
  'service',
  'outlet',
  'channel',
  'compliance',
  'regulator',
  'system',
  'security',
  'audit',
] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What can be allowed in the console; which role may what is a table of the rules (`domain/staff/permissions.ts`). */
export const STAFF_PERMISSIONS = [
  'orders.view',
  'reports.view',
  'refund.ask',
  'refund.review',
  'edition.view',
  'edition.change',
  'edition.publish',
  'people.view',
  'people.serve',
  'person.reveal',
  'person.approve',
  'evidence.view',
  'evidence.hold',
  'evidence.release',
  'export.ask',
  'export.approve',
  'reconciliation.view',
  'reconciliation.settle',
  'reconciliation.approve',
  'jobs.view',
  'jobs.run',
  'alerts.view',
  'alerts.resolve',
  'staff.view',
  'staff.manage',
  'staff.approve',
  'approvals.view',
  'audit.view',
] as const;
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];
