import { parseDate } from '../date/index.ts';
import { formatYuan } from '../money/index.ts';
import type { Company, Edition, PaymentOption } from '../product/index.ts';
import { type DeskEdition, EDITION_SECTIONS, type EditionDifference, type EditionSection } from './desk-edition.ts';
import { coverDifferences, planDifferences } from './edition-cover.ts';
import { premiumFenOf } from './premium-text.ts';

interface Field {
  readonly path: string;
  readonly section: EditionSection;
  readonly label: string;
  show(edition: DeskEdition): string;
  readonly isColour?: true;
}

const onOff = (on: boolean): string => (on ? '开' : '关');
const moment = (text: string): string => {
  const [day = '', time = ''] = text.split(' ');
  const shown = day.replace(/-/g, '.');
  return parseDate(text) === null || time === '' ? shown || '没有' : `${shown} ${time.slice(0, 5)}`;
};
const methods = (options: readonly PaymentOption[]): string => options.map(({ label }) => label).join('、') || '没有';
const names = (companies: readonly Company[]): string => companies.map(({ name }) => name).join('、') || '没有';
const shares = (companies: readonly Company[]): string =>
  companies
    .map(
      ({ name, shortName, sharePercent, lead }) =>
        `${name}${shortName === undefined ? '' : `（简称${shortName}）`}${sharePercent === undefined ? '' : ` ${sharePercent}%`}${lead ? '（首席）' : ''}`,
    )
    .join('、') || '没有';

const text = (path: keyof DeskEdition & string, section: EditionSection, label: string): Field => ({
  path,
  section,
  label,
  show: (edition) => String(edition[path] ?? '') || '没有',
});
const date = (
  path: 'validDate' | 'invalidDate' | 'insureStart' | 'insureEnd' | 'underwriteEnd',
  label: string,
): Field => ({
  path,
  section: 'dates',
  label,
  show: (edition) => moment(edition[path]),
});
const toggle = (
  path: keyof DeskEdition &
    (
      | 'underwriteComplete'
      | 'applyRefund'
      | 'refundReason'
      | 'refundReview'
      | 'updatePolicyholder'
      | 'updateInsured'
      | 'automaticReapplicationOffered'
      | 'luckyDraw'
    ),
  label: string,
): Field => ({ path, section: 'switches', label, show: (edition) => onOff(edition[path] === true) });
const colour = (name: keyof Edition['theme'], label: string): Field => ({
  path: `theme.${name}`,
  section: 'theme',
  label,
  isColour: true,
  show: (edition) => edition.theme[name].toUpperCase(),
});

const FIELDS: readonly Field[] = [
  text('proName', 'naming', '产品名称'),
  text('name', 'naming', '简称'),
  text('subtitle', 'naming', '副标题'),
  text('slogan', 'naming', '首页一句话'),
  text('recordFilingName', 'naming', '备案产品名称'),
  text('recordFilingCode', 'naming', '备案编号'),
  text('recordFilingOrganisation', 'naming', '备案机构'),
  text('tel', 'naming', '服务电话'),
  text('shareTitle', 'naming', '分享标题'),
  text('shareDesc', 'naming', '分享说明'),
  date('validDate', '保障期起'),
  date('invalidDate', '保障期止'),
  date('insureStart', '参保开始'),
  date('insureEnd', '参保截止'),
  date('underwriteEnd', '核保截止'),
  { path: 'announcedOn', section: 'dates', label: '开售公告', show: ({ announcedOn }) => moment(announcedOn ?? '') },
  {
    path: 'flows.early.from',
    section: 'dates',
    label: '提前参保开始',
    show: (e) => moment(e.flows?.early?.from ?? ''),
  },
  { path: 'flows.mid.from', section: 'dates', label: '中途参保开始', show: (e) => moment(e.flows?.mid?.from ?? '') },
  { path: 'flows.mid.until', section: 'dates', label: '中途参保截止', show: (e) => moment(e.flows?.mid?.until ?? '') },
  toggle('underwriteComplete', '核保提前完成'),
  toggle('applyRefund', '申请退款'),
  toggle('refundReason', '填退款原因'),
  toggle('refundReview', '退款先由人审'),
  toggle('updatePolicyholder', '改缴费人'),
  toggle('updateInsured', '改被保险人'),
  toggle('automaticReapplicationOffered', '明年自动重新投保'),
  toggle('luckyDraw', '抽奖'),
  { path: 'insuranceCompany', section: 'companies', label: '承保公司', show: (e) => shares(e.insuranceCompany) },
  { path: 'brokerCompany', section: 'companies', label: '经纪公司', show: (e) => names(e.brokerCompany) },
  { path: 'technologyCompany', section: 'companies', label: '技术公司', show: (e) => names(e.technologyCompany) },
  { path: 'subCompany', section: 'companies', label: '分支机构', show: (e) => `${e.subCompany.length} 家` },
  { path: 'payList', section: 'payment', label: '付款方式', show: (e) => methods(e.payList) },
  { path: 'aliPayList', section: 'payment', label: '支付宝内付款', show: (e) => methods(e.aliPayList) },
  colour('primaryColor', '主色'),
  colour('primaryBgColor', '头图底'),
  colour('subBgColor', '浅底'),
  colour('textColor', '正文字'),
  colour('insuredBgColor', '被保人卡'),
  colour('linearBgColor', '头图渐变'),
];

/** What the page calls a field of the edition; null for one that the desk does not compare. */
export const editionFieldLabel = (path: string): string | null =>
  FIELDS.find((field) => field.path === path)?.label ?? null;

/** What differs between two states of an edition, field by field, in the page's order. */
export function editionDifferences(before: DeskEdition, after: DeskEdition): EditionDifference[] {
  const of = (section: EditionSection) =>
    FIELDS.filter((field) => field.section === section).flatMap(({ show, isColour = false, ...field }) => {
      const [old, now] = [show(before), show(after)];
      return old === now ? [] : [{ ...field, isColour, before: old, after: now }];
    });
  return EDITION_SECTIONS.flatMap((section) => {
    if (section === 'plans') return planDifferences(before, after);
    if (section === 'cover') return coverDifferences(before, after);
    return section === 'dates' ? [...of(section), ...premiums(before, after)] : of(section);
  });
}

/** Of plans that both have: what one costs that was added or taken out stands beside its name. */
function premiums(before: DeskEdition, after: DeskEdition): EditionDifference[] {
  const price = (edition: DeskEdition, at: number): string => {
    const typed = edition.premiumsTyped?.[at];
    if (typed !== undefined && premiumFenOf(typed) === null) return typed.trim() || '空着';
    return `${formatYuan(edition.plans[at]?.premiumFen ?? 0)} 元`;
  };
  return after.plans.flatMap(({ code, name }, at) => {
    const was = before.plans.findIndex((one) => one.code === code);
    if (was < 0) return [];
    const [old, now] = [price(before, was), price(after, at)];
    const named = { path: `plans.${at}.premiumFen`, section: 'dates' as const, label: `${name}保费`, isColour: false };
    return old === now ? [] : [{ ...named, before: old, after: now }];
  });
}
