import type { ExitKindName, ExitLineValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import type { Query } from '../../db/database.ts';
import { keepMedicalAppTarget, keepTokenPurpose, medicalAppTargets, tokenPurposes } from '../partner-jump/index.ts';
import { keepPartnerPage, listPartnerPages } from '../sharing/index.ts';

/** What of one is written, by its kind. */
export type ExitWish = Pick<
  ExitLineValue,
  'exitCode' | 'name' | 'isActive' | 'url' | 'productCode' | 'note' | 'lifeSeconds'
>;

interface Kind {
  readonly title: string;
  /** What it has beside its name and whether it is open, with what each is called. */
  readonly has: readonly (readonly ['url' | 'productCode' | 'note' | 'lifeSeconds', string])[];
  list(query: Query): Promise<ExitLineValue[]>;
  keep(query: Query, wish: Required<ExitWish>, by: string, at: Date): Promise<void>;
}

const changed = (row: { readonly changedBy: string; readonly changedAtMs: number }) => ({
  changedBy: row.changedBy,
  changedAt: beijingDateTime(row.changedAtMs),
});

export const EXIT_KINDS: Readonly<Record<ExitKindName, Kind>> = {
  'partner-page': {
    title: '合作渠道的页面',
    has: [
      ['url', '页面地址'],
      ['productCode', '对方的产品代码'],
    ],
    list: async (query) =>
      (await listPartnerPages(query)).map(({ channel, name, url, productCode, isActive, ...row }) => ({
        ...{ exitKind: 'partner-page', exitCode: channel, name, url, productCode, isActive },
        ...changed(row),
      })),
    keep: (query, { exitCode, name, url, productCode, isActive }, by, at) =>
      keepPartnerPage(query, { channel: exitCode, name, url, productCode, isActive }, by, at),
  },
  'medical-app': {
    title: '医保 App 里的去处',
    has: [['note', '说明']],
    list: async (query) =>
      (await medicalAppTargets(query)).map(({ source, name, note, isActive, ...row }) => ({
        ...{ exitKind: 'medical-app', exitCode: source, name, note, isActive },
        ...changed(row),
      })),
    keep: (query, { exitCode, name, note, isActive }, by, at) =>
      keepMedicalAppTarget(query, { source: exitCode, name, note, isActive }, by, at),
  },
  token: {
    title: '带令牌的合作页面',
    has: [
      ['url', '页面地址'],
      ['lifeSeconds', '令牌有效的秒数'],
    ],
    list: async (query) =>
      (await tokenPurposes(query)).map(({ purpose, name, url, lifeSeconds, isActive, ...row }) => ({
        ...{ exitKind: 'token', exitCode: purpose, name, url, lifeSeconds, isActive },
        ...changed(row),
      })),
    keep: (query, { exitCode, name, url, lifeSeconds, isActive }, by, at) =>
      keepTokenPurpose(query, { purpose: exitCode, name, url, lifeSeconds, isActive }, by, at),
  },
};

/** What is another now than it was, in words for whoever decides and for the audit log; null: nothing. */
export function differenceOf(exitKind: ExitKindName, former: ExitLineValue | undefined, wish: ExitWish): string | null {
  const parts = [['name', '名称'] as const, ...EXIT_KINDS[exitKind].has].flatMap(([field, label]) => {
    const [before, after] = [former?.[field], wish[field]];
    if (before === after) return [];
    return former ? [`${label}从 ${before} 改成 ${after}`] : [`${label} ${after}`];
  });
  if (former?.isActive !== wish.isActive) parts.push(wish.isActive ? '开' : '关');
  return parts.length === 0 ? null : `${former ? '改' : '加上'}：${parts.join('，')}`;
}
