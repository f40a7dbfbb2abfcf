import { STAFF_PERMISSIONS, STAFF_ROLES, type StaffPermission, type StaffRole } from '@huimin/contract/vocabulary';

export const STAFF_ROLE_LABELS: Readonly<Record<StaffRole, string>> = {
  operations: '保司运营',
  finance: '保司财务',
  broker: '经纪公司',
  service: '客服',
  outlet: '网点',
  channel: '渠道',
  compliance: '合规',
  regulator: '监管（只读）',
  system: '系统管理员',
  security: '安全管理员',
  audit: '审计管理员',
};

interface PermissionRow {
  readonly title: string;
  /** `change`: something is different afterwards; a role that only reads never has it. */
  readonly kind: 'view' | 'change';
  /** Another person has to agree to each single time. */
  readonly two?: true;
  readonly roles: readonly StaffRole[];
}

const BUSINESS = ['operations', 'finance', 'broker', 'service', 'outlet', 'channel', 'compliance'] as const;

/** Which role may what. Whatever is not in it is refused. */
export const STAFF_PERMISSION_TABLE: Readonly<Record<StaffPermission, PermissionRow>> = {
  'orders.view': { title: '看订单（遮盖）', kind: 'view', roles: [...BUSINESS, 'regulator', 'audit'] },
  'reports.view': { title: '看总览和报表（不含个人）', kind: 'view', roles: BUSINESS },
  'refund.ask': { title: '发起退款', kind: 'change', roles: ['operations', 'finance', 'service'] },
  'refund.review': { title: '复核退款', kind: 'change', roles: ['finance', 'compliance'] },
  'edition.view': {
    title: '看产品版本和条款',
    kind: 'view',
    roles: ['operations', 'broker', 'compliance', 'regulator', 'audit'],
  },
  'edition.change': { title: '改产品版本', kind: 'change', roles: ['operations'] },
  'edition.publish': { title: '审批发布', kind: 'change', roles: ['broker', 'compliance'] },
  'people.view': {
    title: '查人查保单（遮盖）',
    kind: 'view',
    roles: ['operations', 'service', 'outlet', 'compliance', 'regulator'],
  },
  'people.serve': { title: '替本人办事（发短信、记来电）', kind: 'change', roles: ['operations', 'service'] },
  'catalogue.view': {
    title: '看网点、特药、健康服务目录',
    kind: 'view',
    roles: ['operations', 'broker', 'service', 'outlet', 'compliance', 'regulator', 'audit'],
  },
  'catalogue.change': { title: '改网点、特药、健康服务目录', kind: 'change', two: true, roles: ['operations'] },
  'catalogue.approve': { title: '同意改目录', kind: 'change', roles: ['operations', 'compliance'] },
  'assistants.view': {
    title: '看网点协助人员（遮盖）',
    kind: 'view',
    roles: ['operations', 'broker', 'service', 'outlet', 'compliance', 'audit'],
  },
  'assistants.change': { title: '办网点协助人员', kind: 'change', roles: ['operations'] },
  'services.handle': { title: '办健康服务预约', kind: 'change', roles: ['operations', 'service'] },
  'changes.view': {
    title: '看变更申请（遮盖）',
    kind: 'view',
    roles: ['operations', 'service', 'outlet', 'compliance', 'audit'],
  },
  'changes.decide': { title: '审变更申请（看完整内容和材料）', kind: 'change', roles: ['operations', 'service'] },
  'changes.approve': { title: '复核变更申请', kind: 'change', roles: ['operations', 'compliance'] },
  'content.view': {
    title: '看分享内容',
    kind: 'view',
    roles: ['operations', 'broker', 'channel', 'compliance', 'regulator', 'audit'],
  },
  'content.change': { title: '写分享内容', kind: 'change', roles: ['operations', 'broker'] },
  'content.approve': { title: '审批分享内容', kind: 'change', roles: ['compliance'] },
  // What somebody is ill with can be read from the papers: nobody who only answers the phone sees them.
  'reviews.view': { title: '看理赔与特药审核', kind: 'view', roles: ['operations', 'compliance'] },
  'reviews.decide': { title: '办理赔与特药审核', kind: 'change', roles: ['operations'] },
  'reviews.approve': { title: '复核理赔与特药审核', kind: 'change', roles: ['operations', 'compliance'] },
  'channels.view': {
    title: '看渠道和业务员',
    kind: 'view',
    roles: ['operations', 'finance', 'broker', 'channel', 'compliance', 'audit'],
  },
  'channels.change': { title: '管渠道和业务员', kind: 'change', roles: ['operations', 'broker'] },
  'dictionary.view': {
    title: '看字典',
    kind: 'view',
    roles: ['operations', 'broker', 'service', 'compliance', 'regulator', 'audit'],
  },
  'dictionary.change': { title: '改字典', kind: 'change', two: true, roles: ['operations'] },
  'dictionary.approve': { title: '同意改字典', kind: 'change', roles: ['operations', 'compliance'] },
  'lucky.view': {
    title: '看抽奖（不含姓名）',
    kind: 'view',
    roles: ['operations', 'compliance', 'regulator', 'audit'],
  },
  'lucky.change': { title: '办抽奖', kind: 'change', two: true, roles: ['operations'] },
  'lucky.approve': { title: '同意开抽奖', kind: 'change', roles: ['compliance'] },
  'exits.view': {
    title: '看外部去处',
    kind: 'view',
    roles: ['operations', 'broker', 'service', 'compliance', 'regulator', 'audit'],
  },
  'exits.change': { title: '改外部去处', kind: 'change', two: true, roles: ['operations'] },
  'exits.approve': { title: '同意改外部去处', kind: 'change', roles: ['operations', 'compliance'] },
  'rights.view': { title: '看本人权利申请', kind: 'view', roles: ['operations', 'service', 'compliance', 'audit'] },
  'rights.answer': { title: '答复本人权利申请', kind: 'change', roles: ['compliance'] },
  'complaints.view': {
    title: '看投诉',
    kind: 'view',
    roles: ['operations', 'service', 'compliance', 'regulator', 'audit'],
  },
  'complaints.handle': { title: '办投诉', kind: 'change', roles: ['operations', 'service'] },
  'complaints.close': { title: '办结投诉', kind: 'change', roles: ['compliance'] },
  'person.reveal': { title: '看完整证件', kind: 'view', two: true, roles: ['operations', 'service', 'compliance'] },
  'person.approve': { title: '同意看完整证件', kind: 'change', roles: ['operations', 'compliance'] },
  'evidence.view': {
    title: '看回放（遮盖）',
    kind: 'view',
    roles: ['operations', 'service', 'compliance', 'regulator', 'audit'],
  },
  'evidence.hold': { title: '冻结证据', kind: 'change', roles: ['compliance'] },
  'evidence.release': { title: '同意解除冻结', kind: 'change', roles: ['compliance', 'audit'] },
  'export.ask': {
    title: '导出',
    kind: 'view',
    two: true,
    roles: ['operations', 'finance', 'broker', 'compliance', 'regulator', 'audit'],
  },
  'export.approve': { title: '同意导出', kind: 'change', roles: ['compliance', 'audit'] },
  'reconciliation.view': { title: '看对账', kind: 'view', roles: ['operations', 'finance', 'compliance', 'audit'] },
  'reconciliation.settle': { title: '对账处理', kind: 'change', two: true, roles: ['finance'] },
  'reconciliation.approve': { title: '同意对账处理', kind: 'change', roles: ['finance', 'compliance'] },
  'bookings.view': {
    title: '看预约（遮盖）',
    kind: 'view',
    roles: ['operations', 'broker', 'service', 'outlet', 'compliance', 'audit'],
  },
  'messages.view': { title: '看短信（遮盖）', kind: 'view', roles: ['operations', 'service', 'compliance', 'audit'] },
  'messages.resend': { title: '重发短信', kind: 'change', roles: ['operations'] },
  'messages.template': { title: '换短信模板', kind: 'change', two: true, roles: ['operations'] },
  'messages.approve': { title: '同意换短信模板', kind: 'change', roles: ['compliance'] },
  'groups.view': { title: '看团体参保（遮盖）', kind: 'view', roles: [...BUSINESS, 'regulator', 'audit'] },
  'groups.handle': { title: '办团体参保', kind: 'change', roles: ['operations', 'broker', 'outlet'] },
  'groups.money': { title: '登记、确认单位转账', kind: 'change', roles: ['operations', 'finance'] },
  'imports.view': { title: '看导入', kind: 'view', roles: ['operations', 'finance', 'compliance', 'audit'] },
  'imports.give': { title: '导入文件', kind: 'change', two: true, roles: ['operations', 'finance'] },
  'imports.approve': { title: '同意导入生效、撤销', kind: 'change', roles: ['operations', 'compliance'] },
  'jobs.view': { title: '看任务和运行情况', kind: 'view', roles: ['system'] },
  'jobs.run': { title: '马上跑任务', kind: 'change', roles: ['system'] },
  'alerts.view': { title: '看提醒', kind: 'view', roles: ['operations', 'finance', 'compliance', 'audit', 'system'] },
  'alerts.resolve': { title: '处理提醒', kind: 'change', roles: ['operations', 'finance'] },
  'staff.view': { title: '看用户', kind: 'view', roles: ['security', 'audit'] },
  'staff.manage': { title: '管用户', kind: 'change', two: true, roles: ['security'] },
  'staff.approve': { title: '同意管用户', kind: 'change', roles: ['security', 'audit'] },
  'approvals.view': {
    title: '看申请',
    kind: 'view',
    roles: ['operations', 'finance', 'broker', 'service', 'compliance', 'regulator', 'security', 'audit'],
  },
  'audit.view': { title: '看审计日志', kind: 'view', roles: ['compliance', 'regulator', 'audit'] },
  'inspection.view': { title: '看监管工作区', kind: 'view', roles: ['compliance', 'regulator', 'audit'] },
};

export function mayStaff(roles: readonly StaffRole[], permission: StaffPermission): boolean {
  return STAFF_PERMISSION_TABLE[permission].roles.some((role) => roles.includes(role));
}

/** Whose one of these permissions is, in words. */
export function rolesThatMay(permissions: readonly StaffPermission[]): string[] {
  const roles = permissions.flatMap((permission) => STAFF_PERMISSION_TABLE[permission].roles);
  return [...new Set(roles)].map((role) => STAFF_ROLE_LABELS[role]);
}

export function permissionsOf(roles: readonly StaffRole[]): StaffPermission[] {
  return STAFF_PERMISSIONS.filter((permission) => mayStaff(roles, permission));
}

/** Roles that nobody has beside another one. */
const ALONE: readonly StaffRole[] = ['regulator', 'system', 'security', 'audit'];

/** What is wrong with giving somebody these roles together, as a sentence; null when nothing is. */
export function rolesProblem(roles: readonly StaffRole[]): string | null {
  if (roles.length === 0) return '请至少选一个角色';
  if (new Set(roles).size !== roles.length) return '同一个角色只选一次';
  const alone = STAFF_ROLES.find((role) => ALONE.includes(role) && roles.includes(role));
  if (alone && roles.length > 1) return `${STAFF_ROLE_LABELS[alone]}不能兼任别的角色`;
  return null;
}
