import { PAYMENT_METHODS } from '@huimin/contract/vocabulary';
import { parseDate } from '../date/index.ts';
import { groupSaleProblems } from '../group/index.ts';
import type { Edition } from './edition.ts';
import { flowProblems } from './purchase-flow.ts';
import { themeProblems } from './theme-contrast.ts';

export interface EditionProblem {
  /** Field of the edition. */
  path: string;
  /** What is wrong, in Chinese, for the operator. */
  message: string;
}

/** What keeps an edition from being published; empty when it is sound. */
export function checkEdition(edition: Edition): EditionProblem[] {
  const dates = dateProblems(edition);
  return [
    ...identityProblems(edition),
    ...dates,
    // They are compared with the main dates, which must be sound for that.
    ...(dates.length === 0 ? flowProblems(edition) : []),
    ...moneyProblems(edition),
    ...companyProblems(edition),
    ...themeProblems(edition.theme),
    ...(edition.groupSale ? groupSaleProblems(edition.groupSale) : []),
  ];
}

const REQUIRED_TEXTS = [
  ['proName', '请填写产品名称'],
  ['name', '请填写产品简称'],
  ['tel', '请填写服务电话'],
  ['recordFilingCode', '请填写备案编号'],
  ['recordFilingName', '请填写备案产品名称'],
  ['recordFilingOrganisation', '请填写备案机构'],
] as const;

function identityProblems(edition: Edition): EditionProblem[] {
  const problems: EditionProblem[] = [];
  if (!/^[a-z0-9]{2,20}$/.test(edition.editionCode)) {
    problems.push({ path: 'editionCode', message: '产品编码为 2 到 20 位小写字母和数字' });
  }
  for (const [path, message] of REQUIRED_TEXTS) {
    if (edition[path].trim() === '') problems.push({ path, message });
  }
  return problems;
}

const DATE_LABELS = {
  insureStart: '参保开始',
  insureEnd: '参保截止',
  underwriteEnd: '核保截止',
  validDate: '保障期起',
  invalidDate: '保障期止',
} as const;

function dateProblems(edition: Edition): EditionProblem[] {
  const problems: EditionProblem[] = [];
  const ms = (path: keyof typeof DATE_LABELS): number | null => {
    const read = parseDate(edition[path]);
    if (read === null)
      problems.push({ path, message: `请填写${DATE_LABELS[path]}，写成 2026.01.01 或 2026.01.01 00:00:00` });
    return read;
  };
  const start = ms('insureStart');
  const end = ms('insureEnd');
  const underwriteEnd = ms('underwriteEnd');
  const valid = ms('validDate');
  const invalid = ms('invalidDate');
  if (start !== null && end !== null && end <= start)
    problems.push({ path: 'insureEnd', message: '参保截止要晚于参保开始' });
  if (end !== null && underwriteEnd !== null && underwriteEnd < end) {
    problems.push({ path: 'underwriteEnd', message: '核保截止不能早于参保截止' });
  }
  if (valid !== null && invalid !== null && invalid < valid) {
    problems.push({ path: 'invalidDate', message: '保障期止不能早于保障期起' });
  }
  const announced = edition.announcedOn === undefined ? null : parseDate(edition.announcedOn);
  if (edition.announcedOn !== undefined && (announced === null || (start !== null && announced > start))) {
    problems.push({ path: 'announcedOn', message: '公告日期不能晚于参保开始，写成 2026.01.01' });
  }
  return problems;
}

/** 10,000 yuan: what one of these products never costs, so that a slip of the hand is not sold. */
const PREMIUM_LIMIT_FEN = 1_000_000;

function moneyProblems(edition: Edition): EditionProblem[] {
  const problems: EditionProblem[] = [];
  if (edition.plans.length === 0) problems.push({ path: 'plans', message: '至少要有一个方案' });
  edition.plans.forEach((plan, index) => {
    if (!Number.isSafeInteger(plan.premiumFen) || plan.premiumFen <= 0) {
      problems.push({ path: `plans.${index}.premiumFen`, message: '保费要大于 0' });
    } else if (plan.premiumFen >= PREMIUM_LIMIT_FEN) {
      const message = '保费一人一年不到 1 万元才对，请看是不是多打了几个 0';
      problems.push({ path: `plans.${index}.premiumFen`, message });
    }
    if (edition.plans.findIndex((other) => other.code === plan.code) < index) {
      problems.push({ path: `plans.${index}.code`, message: '方案编码重复' });
    }
  });
  if (edition.payList.length === 0) problems.push({ path: 'payList', message: '至少要有一种付款方式' });
  const unknown = [...edition.payList, ...edition.aliPayList].find(
    (option) => !(PAYMENT_METHODS as readonly string[]).includes(option.value),
  );
  if (unknown) problems.push({ path: 'payList', message: `没有“${unknown.value}”这种付款方式` });
  if (!Number.isSafeInteger(edition.maxInsuredPerOrder) || edition.maxInsuredPerOrder < 1) {
    problems.push({ path: 'maxInsuredPerOrder', message: '一单人数至少为 1' });
  }
  return problems;
}

function companyProblems(edition: Edition): EditionProblem[] {
  const problems: EditionProblem[] = [];
  if (edition.insuranceCompany.length === 0) problems.push({ path: 'insuranceCompany', message: '请填写承保公司' });
  const members = edition.insuranceCompany.filter((company) => company.sharePercent !== undefined);
  const total = members.reduce((sum, member) => sum + (member.sharePercent ?? 0), 0);
  if (members.length > 0 && total !== 100) {
    problems.push({ path: 'insuranceCompany', message: `份额合计应为 100%，现在是 ${total}%` });
  } else if (members.length > 0 && members.filter((member) => member.lead).length !== 1) {
    problems.push({ path: 'insuranceCompany', message: '首席承保人要有且只有一家' });
  }
  return problems;
}
