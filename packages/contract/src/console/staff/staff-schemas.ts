import Type, { type Static } from 'typebox';
import { STAFF_PERMISSIONS, STAFF_ROLES } from '../../vocabulary/index.ts';
import { BeijingTime } from '../../vocabulary/schemas.ts';

export const AccountName = Type.String({
  pattern: '^[a-z][a-z0-9._-]{2,31}$',
  description: '账号：小写字母开头，3 到 32 位字母、数字、点、横线',
});
/** What somebody types at the door, whatever it is. */
export const TypedAccount = Type.String({ minLength: 1, maxLength: 64, description: '账号' });
export const Password = Type.String({ minLength: 1, maxLength: 256, description: '密码' });
export const OneTimeCode = Type.String({ pattern: '^[0-9]{6}$', description: '6 位动态口令' });
export const RecoveryCode = Type.String({ minLength: 10, maxLength: 24, description: '备用码' });
export const StaffRoleName = Type.Enum([...STAFF_ROLES], { description: '角色' });
export const StaffPermissionName = Type.Enum([...STAFF_PERMISSIONS], { description: '权限' });
export const StaffNo = Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: '用户编号' });
export const ApprovalNo = Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: '申请编号' });
export const StaffSessionId = Type.String({ pattern: '^[0-9a-f]{20}$', description: '登录编号' });
export const Reason = Type.String({ minLength: 4, maxLength: 200, description: '原因，4 到 200 个字' });
export const PageCursor = Type.String({ pattern: '^[0-9]{1,18}$', description: '从哪一条往后' });

const ScopeList = Type.Union([
  Type.Null(),
  Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 50 }),
]);
/** Null: all of them. */
export const StaffScopeView = Type.Object({
  insurers: ScopeList,
  cities: ScopeList,
  channels: ScopeList,
});
export type StaffScopeValue = Static<typeof StaffScopeView>;

const Moment = Type.Union([BeijingTime, Type.Null()]);

/** Who is signed in. */
export const StaffSelf = Type.Object({
  staffNo: StaffNo,
  account: Type.String(),
  name: Type.String(),
  company: Type.String(),
  roles: Type.Array(StaffRoleName),
  permissions: Type.Array(StaffPermissionName),
  scope: StaffScopeView,
  /** To be sent with every change. */
  token: Type.String(),
  lastSignInAt: Moment,
  lastSignInFrom: Type.Union([Type.String(), Type.Null()]),
  /** The session ends at this time however much it is used. */
  sessionEndsAt: BeijingTime,
  idleMinutes: Type.Integer(),
  /** How many requests wait for this person. */
  waitingApprovals: Type.Integer(),
  /** How many of this person's own requests were refused or ran out since they last looked at them. */
  unseenRefusals: Type.Integer(),
  /** What waits on other pages, by what it is: shown beside their names in the menu. */
  waiting: Type.Record(Type.String(), Type.Integer()),
  recoveryCodesLeft: Type.Integer(),
});
export type StaffSelfValue = Static<typeof StaffSelf>;

/** What the door asks for next. */
export const SignInStep = Type.Object({
  step: Type.Enum(['code', 'enrol']),
  account: Type.String(),
  name: Type.String(),
  company: Type.String(),
  token: Type.String(),
  lastSignInAt: Moment,
  lastSignInFrom: Type.Union([Type.String(), Type.Null()]),
});
export type SignInStepValue = Static<typeof SignInStep>;

export const StaffMemberView = Type.Object({
  staffNo: StaffNo,
  account: Type.String(),
  name: Type.String(),
  company: Type.String(),
  roles: Type.Array(StaffRoleName),
  scope: StaffScopeView,
  /** invited: has not signed in yet; locked: too many wrong tries; stopped: by an administrator. */
  status: Type.Enum(['invited', 'active', 'locked', 'stopped']),
  online: Type.Boolean(),
  secondFactor: Type.Boolean(),
  lastSignInAt: Moment,
  createdAt: BeijingTime,
});
export type StaffMemberValue = Static<typeof StaffMemberView>;

export const ApprovalView = Type.Object({
  approvalNo: ApprovalNo,
  kind: Type.String(),
  /** What is to be done, in words. */
  title: Type.String(),
  /** On what, in words without a person's data. */
  subject: Type.String(),
  /** What exactly is asked for, where title and subject do not tell it. */
  details: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
  status: Type.Enum(['waiting', 'approved', 'refused', 'withdrawn', 'expired']),
  statusLabel: Type.String(),
  askedBy: Type.String(),
  askedAt: BeijingTime,
  expiresAt: BeijingTime,
  decidedBy: Type.Union([Type.String(), Type.Null()]),
  decidedAt: Moment,
  note: Type.Union([Type.String(), Type.Null()]),
  mine: Type.Boolean(),
  /** Whether the asker of this list may decide it. */
  mayDecide: Type.Boolean(),
});
export type ApprovalValue = Static<typeof ApprovalView>;

/** What a call answers that two people are needed for. */
export const AskedApproval = Type.Object({
  approvalNo: ApprovalNo,
  /** `approved` when it was done at once, because there is nobody else yet who could agree. */
  status: Type.Enum(['waiting', 'approved']),
});

export const AuditEntryView = Type.Object({
  number: Type.String(),
  at: BeijingTime,
  who: Type.String(),
  what: Type.String(),
  title: Type.String(),
  outcome: Type.Enum(['done', 'refused']),
  subject: Type.String(),
  detail: Type.String(),
  from: Type.String(),
  /** The end of the entry's hash. */
  hash: Type.String(),
});
export type AuditEntryValue = Static<typeof AuditEntryView>;
