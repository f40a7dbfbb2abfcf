import { beijingDate, beijingMs, parseDate } from '../date/index.ts';

export type SaleChannelKind = 'bank' | 'outlet' | 'broker' | 'agency' | 'platform' | 'insurer' | 'agent';

export const SALE_CHANNEL_LABELS: Readonly<Record<SaleChannelKind, string>> = {
  bank: '银行',
  outlet: '网点',
  broker: '经纪公司',
  agency: '代理公司',
  platform: '互联网平台',
  insurer: '保险公司',
  agent: '业务员',
};

export type SaleChannelStanding = 'active' | 'stopped' | 'expired';

export const SALE_CHANNEL_STANDINGS: Readonly<Record<SaleChannelStanding, string>> = {
  active: '在用',
  stopped: '已停用',
  expired: '登记过期',
};

/** How soon an end of a registration is pointed out. */
export const LICENCE_ENDS_SOON_DAYS = 30;
const DAY_MS = 86_400_000;

export interface SaleChannelDraft {
  readonly kind: SaleChannelKind;
  readonly parentCode: string | null;
  readonly licenceNo: string | null;
  /** The registration's last day. */
  readonly licenceUntil: string | null;
}

/** What keeps a channel or agent from being kept, as a sentence; null when it is sound. */
export function saleChannelProblem(draft: SaleChannelDraft, nowMs: number): string | null {
  const { kind, parentCode, licenceNo, licenceUntil } = draft;
  if (kind === 'agent') {
    if (parentCode === null) return '请选业务员所属的渠道';
    if (licenceNo === null || licenceUntil === null) return '业务员要填执业登记编号和有效到哪一天';
  } else if (parentCode !== null) return '机构不能再属于别的渠道';
  if ((licenceNo === null) !== (licenceUntil === null)) return '登记编号和有效期要一起填';
  if (licenceNo !== null && !/^[0-9A-Z]{10,30}$/.test(licenceNo)) return '登记编号是 10 到 30 位数字或大写字母';
  if (licenceUntil === null) return null;
  if (parseDate(licenceUntil) === null) return '没有这一天，请重新选登记有效期';
  return licenceUntil < beijingDate(nowMs) ? '登记已经过期，请换有效的登记' : null;
}

/** Where a channel stands; an agent stands as the institution does when that one is stopped. */
export function saleChannelStanding(
  channel: { readonly isStopped: boolean; readonly licenceUntil: string | null },
  nowMs: number,
): SaleChannelStanding {
  if (channel.isStopped) return 'stopped';
  return channel.licenceUntil !== null && channel.licenceUntil < beijingDate(nowMs) ? 'expired' : 'active';
}

/** Days that a registration still runs, today counted as none; negative when it has ended. */
export function licenceDaysLeft(licenceUntil: string, nowMs: number): number {
  return Math.round((beijingMs(licenceUntil) - beijingMs(beijingDate(nowMs))) / DAY_MS);
}

/** The address by which somebody comes through a channel. */
export function channelAddress(origin: string, channelCode: string, productId: string | null): string {
  const query = new URLSearchParams({ agentCode: channelCode, ...(productId === null ? {} : { productId }) });
  return `${origin}/#/index?${query}`;
}

const SHARE_WAY_LABELS: Readonly<Record<string, string>> = {
  card: '卡片',
  moments: '朋友圈',
  poster: '海报',
  copy: '复制链接',
  certificate: '爱心证书',
};

/** How an order came, as the figures of the reports name it: `agent`, `outlet`, `share poster`, `` for nobody. */
export function saleWayLabel(way: string): string {
  if (way === '') return '自己来的';
  if (way === 'agent') return '业务员或渠道链接';
  if (way === 'outlet') return '网点协助';
  const [by, from = ''] = way.split(' ');
  if (by !== 'share') return way;
  return from === '' ? '居民分享，来处不明' : `居民分享，${SHARE_WAY_LABELS[from] ?? from}`;
}
