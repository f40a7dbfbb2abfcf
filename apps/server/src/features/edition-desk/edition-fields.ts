import type { EditionFieldsValue } from '@huimin/contract/console';
import { parseDate } from '@huimin/domain/date';
import { premiumFenOf } from '@huimin/domain/edition-desk';
import { fenToYuanText } from '@huimin/domain/money';
import { premiumYuanFields } from '@huimin/domain/product';
import type { EditionDocument } from '../configuration/index.ts';
import { coverFields, withCover } from './cover-fields.ts';

/** What a draft holds beside the edition itself. */
export interface DraftExtras {
  readonly becomesDefault: boolean;
  /** When the change of the end of the sale was announced; '' when it was not. */
  readonly endAnnouncedOn: string;
}

type PaymentOption = EditionDocument['payList'][number];

const METHODS: readonly (PaymentOption & { readonly where: string })[] = [
  { value: 'xmybpay', label: '医保个人账户', icon: 'medical-account', where: '江苏医保个人账户' },
  { value: 'wxpay', label: '微信支付', icon: 'wechat', where: '微信内、浏览器' },
  { value: 'alipay', label: '支付宝', icon: 'alipay', where: '微信内不显示' },
  { value: 'unionpay', label: '银联云闪付', icon: 'unionpay', where: '浏览器' },
];

/** Every method that an edition may offer: the known ones and its own. */
export function methodsOf({ payList, aliPayList }: EditionDocument): readonly (PaymentOption & { where: string })[] {
  const own = [...payList, ...aliPayList].map((option) => ({ ...option, where: '' }));
  const all = [...METHODS, ...own];
  return all.filter(({ value }, at) => all.findIndex((one) => one.value === value) === at);
}

const PLAIN = [
  ...(['proName', 'name', 'subtitle', 'slogan', 'recordFilingName', 'recordFilingCode'] as const),
  ...(['recordFilingOrganisation', 'tel', 'shareTitle', 'shareDesc'] as const),
  ...(['validDate', 'invalidDate', 'insureStart', 'insureEnd', 'underwriteEnd'] as const),
  ...(['underwriteComplete', 'applyRefund', 'refundReason', 'updatePolicyholder', 'updateInsured'] as const),
  ...(['automaticReapplicationOffered', 'insuranceCompany', 'brokerCompany', 'technologyCompany'] as const),
  ...(['subCompany', 'theme'] as const),
] as const;

export function fieldsOf(document: EditionDocument, extras: DraftExtras): EditionFieldsValue {
  const plain = Object.fromEntries(PLAIN.map((name) => [name, document[name]])) as Pick<
    EditionFieldsValue,
    (typeof PLAIN)[number]
  >;
  const values = (options: readonly PaymentOption[]) =>
    options.map(({ value }) => value) as EditionFieldsValue['payList'];
  return {
    ...plain,
    announcedOn: document.announcedOn ?? '',
    earlyFrom: document.flows?.early?.from ?? '',
    midFrom: document.flows?.mid?.from ?? '',
    midUntil: document.flows?.mid?.until ?? '',
    luckyDraw: document.luckyDraw === true,
    refundReview: document.refundReview === true,
    premiumsYuan: document.plans.map(({ premiumFen }, at) => document.premiumsTyped?.[at] ?? fenToYuanText(premiumFen)),
    ...coverFields(document),
    payList: values(document.payList),
    aliPayList: values(document.aliPayList),
    ...extras,
  };
}

/** An edition with changed fields. What is wrong with them is found by the checks, not refused here. */
export function withFields(document: EditionDocument, fields: Partial<EditionFieldsValue>): EditionDocument {
  const known = methodsOf(document);
  const options = (values: readonly string[]) =>
    [...new Set(values)].flatMap((wanted) => {
      const found = known.find(({ value }) => value === wanted);
      return found ? [{ label: found.label, value: found.value, icon: found.icon }] : [];
    });
  const plain = Object.fromEntries(PLAIN.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
  const { announcedOn, luckyDraw, refundReview, premiumsYuan, payList, aliPayList } = fields;
  const { announcedOn: _, luckyDraw: __, refundReview: ___, premiumsTyped: ____, ...rest } = document;
  const typed = premiumsYuan ?? document.premiumsTyped ?? [];
  const premium = (text: string | undefined, former: number) =>
    text === undefined ? former : (premiumFenOf(text) ?? 0);
  const covered = withCover(document, fields);
  const plans = covered.plans.map((plan, at) => ({ ...plan, premiumFen: premium(typed[at], plan.premiumFen) }));
  const announced = announcedOn ?? document.announcedOn ?? '';
  return {
    ...rest,
    ...plain,
    ...covered,
    plans,
    ...(typed.some((text) => premiumFenOf(text) === null) ? { premiumsTyped: typed } : {}),
    ...(plans.length > 0 ? premiumYuanFields({ plans }) : {}),
    ...(document.flows ? { flows: withWindows(document.flows, fields) } : {}),
    ...(announced === '' ? {} : { announcedOn: announced }),
    ...((luckyDraw ?? document.luckyDraw) ? { luckyDraw: true } : {}),
    ...((refundReview ?? document.refundReview) ? { refundReview: true } : {}),
    ...(payList ? { payList: options(payList) } : {}),
    ...(aliPayList ? { aliPayList: options(aliPayList) } : {}),
  } as EditionDocument;
}

/** The dates of the windows that an edition has; it gets none by a date, for their other rules are not at the desk. */
function withWindows(
  { early, mid, ...rest }: NonNullable<EditionDocument['flows']>,
  { earlyFrom, midFrom, midUntil }: Partial<EditionFieldsValue>,
): NonNullable<EditionDocument['flows']> {
  return {
    ...rest,
    ...(early ? { early: { ...early, from: earlyFrom ?? early.from } } : {}),
    ...(mid ? { mid: { ...mid, from: midFrom ?? mid.from, until: midUntil ?? mid.until } } : {}),
  };
}

/** Whether a draft's dates can be worked with at all, for showing it. */
export function hasDates(document: EditionDocument): boolean {
  const { insureStart, insureEnd, underwriteEnd, validDate, invalidDate } = document;
  return [insureStart, insureEnd, underwriteEnd, validDate, invalidDate].every((text) => parseDate(text) !== null);
}
