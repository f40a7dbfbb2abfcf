import type { StaffSelfValue } from '@huimin/contract/console';
import { SEARCHED_NUMBERS, type StaffPermission } from '@huimin/contract/vocabulary';
import type { ComponentType } from 'react';
import { placeOn } from './number-places.ts';

/** The menu's groups, in their order. */
const GROUPS = ['经营', '服务', '产品', '证据', '系统', '监管'] as const;

/** The menu's groups for somebody: whoever inspects begins with what that needs. */
export function groupsOf({ roles }: Pick<StaffSelfValue, 'roles'>): readonly (typeof GROUPS)[number][] {
  return roles.includes('regulator') ? [...GROUPS].sort((a, b) => Number(b === '监管') - Number(a === '监管')) : GROUPS;
}

export interface ConsolePage {
  /** Below `/hmb-js26/console`; `:name` is a part that differs. */
  readonly path: string;
  readonly title: string;
  readonly group: (typeof GROUPS)[number];
  /** One of these permissions; `self`: everybody who is signed in. */
  readonly who: 'self' | readonly StaffPermission[];
  /** Null: not in the menu, reached from another page, whose path is then `parent`. */
  readonly icon: string | null;
  readonly parent?: string;
  /** How much waits there. */
  badge?(self: StaffSelfValue): number;
  /** Where a number typed into the search box leads; null when it is none of this page's. */
  find?(text: string): string | null;
  /** Whether somebody can be looked for there by the number of a paper or a phone, which no address holds. */
  readonly findsPeople?: true;
  load(): Promise<{ default: ComponentType }>;
}

/** Every page of the console. A page is loaded when it is opened; who may not open it is told so, and gets no menu entry. */
export const PAGES: readonly ConsolePage[] = [
  {
    path: '/dashboard',
    title: '数据总览',
    group: '经营',
    who: ['reports.view'],
    icon: 'bars',
    load: () => import('../pages/dashboard/dashboard-page.tsx'),
  },
  {
    path: '/orders',
    title: '订单台',
    group: '经营',
    who: ['orders.view'],
    icon: 'orders',
    find: (text) =>
      placeOn('/orders')(text) ?? (new RegExp(SEARCHED_NUMBERS.order).test(text) ? `/orders?number=${text}` : null),
    findsPeople: true,
    load: () => import('../pages/orders/orders-page.tsx'),
  },
  {
    path: '/orders/:orderNo',
    title: '订单',
    group: '经营',
    who: ['orders.view'],
    icon: null,
    parent: '/orders',
    load: () => import('../pages/orders/order-page.tsx'),
  },
  {
    path: '/refunds',
    title: '退款审核',
    group: '经营',
    who: ['orders.view'],
    icon: 'refund',
    badge: (self) => self.waiting.refunds ?? 0,
    load: () => import('../pages/refunds/refunds-page.tsx'),
  },
  {
    path: '/reports',
    title: '报表',
    group: '经营',
    who: ['reports.view'],
    icon: 'report',
    load: () => import('../pages/reports/reports-page.tsx'),
  },
  {
    path: '/changes',
    title: '变更与材料',
    group: '服务',
    who: ['changes.view'],
    icon: 'change',
    badge: (self) => self.waiting.changes ?? 0,
    find: placeOn('/changes'),
    load: () => import('../pages/changes/changes-page.tsx'),
  },
  {
    path: '/people',
    title: '查人查保单',
    group: '服务',
    who: ['people.view'],
    icon: 'person',
    findsPeople: true,
    load: () => import('../pages/people/people-page.tsx'),
  },
  {
    path: '/people/:person',
    title: '一个人',
    group: '服务',
    who: ['people.view'],
    icon: null,
    parent: '/people',
    load: () => import('../pages/people/people-page.tsx'),
  },
  {
    path: '/reconciliation',
    title: '三方对账',
    group: '经营',
    who: ['reconciliation.view'],
    icon: 'scales',
    badge: (self) => self.waiting.reconciliation ?? 0,
    load: () => import('../pages/reconciliation/reconciliation-page.tsx'),
  },
  {
    path: '/reviews',
    title: '理赔与特药',
    group: '服务',
    who: ['reviews.view'],
    icon: 'check',
    badge: (self) => self.waiting.reviews ?? 0,
    find: placeOn('/reviews'),
    load: () => import('../pages/reviews/reviews-page.tsx'),
  },
  {
    path: '/bookings',
    title: '预约',
    group: '经营',
    who: ['bookings.view'],
    icon: 'clock',
    load: () => import('../pages/bookings/bookings-page.tsx'),
  },
  {
    path: '/notices',
    title: '通知',
    group: '服务',
    who: ['messages.view'],
    icon: 'message',
    load: () => import('../pages/notices/notices-page.tsx'),
  },
  {
    path: '/groups',
    title: '团体参保',
    group: '经营',
    who: ['groups.view'],
    icon: 'people',
    badge: (self) => self.waiting.groups ?? 0,
    find: placeOn('/groups'),
    load: () => import('../pages/groups/groups-page.tsx'),
  },
  {
    path: '/groups/:groupNo',
    title: '一个单位',
    group: '经营',
    who: ['groups.view'],
    icon: null,
    parent: '/groups',
    load: () => import('../pages/groups/groups-page.tsx'),
  },
  {
    path: '/imports',
    title: '导入',
    group: '系统',
    who: ['imports.view'],
    icon: 'import',
    load: () => import('../pages/imports/imports-page.tsx'),
  },
  {
    path: '/imports/:importNo',
    title: '一次导入',
    group: '系统',
    who: ['imports.view'],
    icon: null,
    parent: '/imports',
    load: () => import('../pages/imports/imports-page.tsx'),
  },
  {
    path: '/rights',
    title: '本人的权利',
    group: '服务',
    who: ['rights.view'],
    icon: 'shield',
    badge: (self) => self.waiting.rights ?? 0,
    load: () => import('../pages/rights/rights-page.tsx'),
  },
  {
    path: '/complaints',
    title: '投诉',
    group: '服务',
    who: ['complaints.view'],
    icon: 'chat',
    badge: (self) => self.waiting.complaints ?? 0,
    find: placeOn('/complaints'),
    load: () => import('../pages/complaints/complaints-page.tsx'),
  },
  {
    path: '/staff',
    title: '用户与角色',
    group: '系统',
    who: ['staff.view'],
    icon: 'people',
    load: () => import('../pages/staff/staff-page.tsx'),
  },
  {
    path: '/approvals',
    title: '申请',
    group: '系统',
    who: ['approvals.view'],
    icon: 'two',
    badge: (self) => self.waitingApprovals + self.unseenRefusals,
    load: () => import('../pages/approvals/approvals-page.tsx'),
  },
  {
    path: '/audit',
    title: '审计日志',
    group: '系统',
    who: ['audit.view'],
    icon: 'list',
    find: (text) => (text.length >= 3 ? `/audit?subject=${encodeURIComponent(text)}` : null),
    load: () => import('../pages/audit/audit-page.tsx'),
  },
  {
    path: '/alerts',
    title: '提醒',
    group: '系统',
    who: ['alerts.view'],
    icon: 'bell',
    badge: (self) => self.waiting.alerts ?? 0,
    load: () => import('../pages/alerts/alerts-page.tsx'),
  },
  {
    path: '/running',
    title: '任务和运行',
    group: '系统',
    who: ['jobs.view'],
    icon: 'clock',
    load: () => import('../pages/running/running-page.tsx'),
  },
  {
    path: '/exports',
    title: '我的导出',
    group: '系统',
    who: ['export.ask'],
    icon: 'export',
    load: () => import('../pages/exports/exports-page.tsx'),
  },
  {
    path: '/me',
    title: '我的登录',
    group: '系统',
    who: 'self',
    icon: 'lock',
    load: () => import('../pages/own/own-page.tsx'),
  },
  {
    path: '/editions',
    title: '产品版本',
    group: '产品',
    who: ['edition.view'],
    icon: 'gear',
    badge: (self) => self.waiting.editions ?? 0,
    load: () => import('../pages/editions/editions-page.tsx'),
  },
  {
    path: '/editions/:edition',
    title: '一个产品版本',
    group: '产品',
    who: ['edition.view'],
    icon: null,
    parent: '/editions',
    load: () => import('../pages/editions/edition-page.tsx'),
  },
  {
    path: '/pages',
    title: '页面与条款',
    group: '产品',
    who: ['edition.view'],
    icon: 'page',
    badge: (self) => self.waiting.pages ?? 0,
    load: () => import('../pages/pages/pages-page.tsx'),
  },
  {
    path: '/claim-rules',
    title: '理赔规则',
    group: '产品',
    who: ['edition.view'],
    icon: 'scales',
    load: () => import('../pages/claim-rules/claim-rules-page.tsx'),
  },
  {
    path: '/share-content',
    title: '分享内容',
    group: '产品',
    who: ['content.view'],
    icon: 'share',
    load: () => import('../pages/share-content/contents-page.tsx'),
  },
  {
    path: '/outlets',
    title: '网点',
    group: '产品',
    who: ['catalogue.view'],
    icon: 'pin',
    load: () => import('../pages/catalogue/outlets-page.tsx'),
  },
  {
    path: '/drugs',
    title: '特药',
    group: '产品',
    who: ['catalogue.view'],
    icon: 'pill',
    load: () => import('../pages/catalogue/drugs-page.tsx'),
  },
  {
    path: '/services',
    title: '健康服务',
    group: '产品',
    who: ['catalogue.view'],
    icon: 'heart',
    find: placeOn('/services'),
    load: () => import('../pages/catalogue/services-page.tsx'),
  },
  {
    path: '/share-content/:contentId',
    title: '一项分享内容',
    group: '产品',
    who: ['content.view'],
    icon: null,
    parent: '/share-content',
    load: () => import('../pages/share-content/content-page.tsx'),
  },
  {
    path: '/channels',
    title: '渠道和业务员',
    group: '产品',
    who: ['channels.view'],
    icon: 'handshake',
    load: () => import('../pages/channels/channels-page.tsx'),
  },
  {
    path: '/channels/:channelCode',
    title: '一个渠道或业务员',
    group: '产品',
    who: ['channels.view'],
    icon: null,
    parent: '/channels',
    load: () => import('../pages/channels/channels-page.tsx'),
  },
  {
    path: '/exits',
    title: '外部去处',
    group: '产品',
    who: ['exits.view'],
    icon: 'outside',
    load: () => import('../pages/exits/exits-page.tsx'),
  },
  {
    path: '/agreements',
    title: '协议',
    group: '产品',
    who: ['edition.view'],
    icon: 'check',
    load: () => import('../pages/agreements/agreements-page.tsx'),
  },
  {
    path: '/dictionaries',
    title: '字典',
    group: '产品',
    who: ['dictionary.view'],
    icon: 'list',
    load: () => import('../pages/dictionaries/dictionaries-page.tsx'),
  },
  {
    path: '/lucky',
    title: '抽奖',
    group: '产品',
    who: ['lucky.view'],
    icon: 'gift',
    load: () => import('../pages/lucky/lucky-page.tsx'),
  },
  {
    path: '/recordings',
    title: '会话回放',
    group: '证据',
    who: ['evidence.view'],
    icon: 'play',
    find: (text) => (/^[0-9A-Za-z_-]{8,64}$/.test(text) ? `/recordings?number=${text}` : null),
    load: () => import('../pages/replay/recordings-page.tsx'),
  },
  {
    path: '/recordings/:trace',
    title: '回放',
    group: '证据',
    who: ['evidence.view'],
    icon: null,
    parent: '/recordings',
    load: () => import('../pages/replay/replay-page.tsx'),
  },
  {
    path: '/inspection',
    title: '监管工作区',
    group: '监管',
    who: ['inspection.view'],
    icon: 'gavel',
    load: () => import('../pages/inspection/inspection-page.tsx'),
  },
  {
    path: '/inspection/looks',
    title: '我的查看记录',
    group: '监管',
    who: ['inspection.view'],
    icon: 'list',
    load: () => import('../pages/inspection/looks-page.tsx'),
  },
];

export function mayOpen(page: ConsolePage, self: StaffSelfValue): boolean {
  return page.who === 'self' || page.who.some((permission) => self.permissions.includes(permission));
}
