import { parseDate } from '../date/index.ts';
import { benefitsOf, checkEdition, coverageEnded, planOf } from '../product/index.ts';
import { type BarredWord, barredWordsIn } from '../share/index.ts';
import type { DeskEdition } from './desk-edition.ts';
import { coversOf } from './edition-cover.ts';
import { hasBegun, whyPlansStay } from './edition-plans.ts';
import { premiumFenOf } from './premium-text.ts';
import { MIN_TEXT_CONTRAST, themePairs } from './theme-pairs.ts';

/** A document as residents of this edition read it, or will from its publication on. */
export interface EditionPaper {
  readonly key: string;
  readonly title: string;
  readonly version: number;
  /** All of its words. */
  readonly text: string;
  /** It stands in the public log, which is what lets it be shown. */
  readonly isRegistered: boolean;
}

export interface PublishCheck {
  readonly name: string;
  readonly label: string;
  /** What is missing, a sentence each; empty when nothing is. */
  readonly problems: readonly FieldProblem[];
}

interface FieldProblem {
  /** Field of the edition; `documents` or `documents.{key}` where one of its pages is meant; '' for neither. */
  readonly path: string;
  readonly message: string;
}

export interface PublishFacts {
  readonly edition: DeskEdition;
  /** As residents have it; null for an edition that was never published. */
  readonly live: DeskEdition | null;
  /** When the change of the end of the sale was announced, `YYYY-MM-DD`; null when it was not. */
  readonly endAnnouncedOn: string | null;
  readonly papers: readonly EditionPaper[];
  /** What has to be there to be agreed to, with its title. */
  readonly required: Readonly<Record<string, string>>;
  /** How far a document is that nobody can read yet, in words: 一审中; without those that nobody writes. */
  readonly underway?: ReadonlyMap<string, string>;
  readonly barredWords: readonly BarredWord[];
  /** Who or what still needs a plan that residents have and the draft has not: its name with them, a sentence each. */
  readonly plansNeeded?: readonly string[];
  readonly nowMs: number;
}

/** What only a preset choice says, and what makes its denial of it. */
const PRESET_CHOICE = /(^|.)(?:默认勾选|默认同意|默认选中|视为同意|[☑☒✅]|\[x\])/gi;
const DENIALS = ['不', '没', '非'];

/** The eight checks of a publication, in the order of the page. */
export function publishChecks(facts: PublishFacts): PublishCheck[] {
  const { edition } = facts;
  const sound = [...checkEdition(edition).map((one) => unreadPremium(edition, one)), ...earlyProblems(edition)];
  const under = (...starts: readonly string[]): FieldProblem[] =>
    sound.filter(({ path }) => starts.some((start) => path.startsWith(start)));
  const used = new Set<FieldProblem>();
  const take = (...starts: readonly string[]): FieldProblem[] => {
    const found = under(...starts);
    for (const one of found) used.add(one);
    return found;
  };
  const filing = take('recordFiling', 'proName', 'name', 'editionCode');
  const companies = [...take('insuranceCompany'), ...fullNames(edition), ...sharesSold(facts)];
  const colours = [...take('theme.').filter(({ message }) => message.startsWith('颜色')), ...contrasts(edition)];
  const phone = take('tel');
  // Whatever else the rules of an edition find belongs to its terms.
  const terms = [
    ...sound.filter((one) => !used.has(one)),
    ...benefits(edition),
    ...plansTaken(facts),
    ...coverPast(facts),
    ...againstPolicies(facts),
    ...refundReasons(edition),
    ...announcement(facts),
  ];
  return [
    { name: 'filing', label: '备案产品名称、编号、机构', problems: filing },
    { name: 'companies', label: '保险公司、经纪公司全称', problems: companies },
    { name: 'terms', label: '保障期、保费、限额、起付线', problems: terms },
    { name: 'exclusions', label: exclusionsLabel(facts), problems: papersProblems(facts) },
    {
      name: 'surrender',
      label: '退保条件和期限',
      problems: said(facts, /退保|解除合同/, /期限|之前|前|日内|天内/, '退保条件和期限'),
    },
    {
      name: 'complaints',
      label: '电话和投诉途径',
      problems: [...phone, ...said(facts, /投诉/, /\d{3,}/, '投诉途径和电话')],
    },
    { name: 'wording', label: '没有默认勾选、没有禁用词、价格没写错', problems: wording(facts) },
    { name: 'contrast', label: `颜色对比都到 ${MIN_TEXT_CONTRAST}`, problems: colours },
  ];
}

function fullNames({ insuranceCompany, brokerCompany }: DeskEdition): FieldProblem[] {
  const short = (path: string, companies: DeskEdition['insuranceCompany']) =>
    companies
      .filter(({ name }) => !name.trim().endsWith('公司'))
      .map(({ name }) => ({ path, message: `“${name}”不是全称，要写到“公司”为止` }));
  const shortNames = insuranceCompany.flatMap(({ shortName }) => shortName ?? []);
  const twice = shortNames.filter((one, index) => shortNames.indexOf(one) < index);
  return [
    ...short('insuranceCompany', insuranceCompany),
    ...twice.map((one) => ({ path: 'insuranceCompany', message: `简称“${one}”有两家公司用` })),
    ...(brokerCompany.length === 0 ? [{ path: 'brokerCompany', message: '请填写经纪公司' }] : []),
    ...short('brokerCompany', brokerCompany),
  ];
}

function benefits(edition: DeskEdition): FieldProblem[] {
  if (edition.benefits.length === 0) return [{ path: 'benefits', message: '没有保障责任' }];
  const given = coversOf(edition).flatMap((cover) => cover.benefits);
  const problems = [
    ...given
      .filter(({ limitFen, deductibleFen }) => limitFen <= 0 || deductibleFen < 0)
      .map(({ name }) => `“${name}”没有写限额或起付线`),
    ...given.filter(({ ratioPercent }) => ratioPercent <= 0).map(({ name }) => `“${name}”没有写赔付比例`),
    ...given
      .filter(({ ratioPercent, preExistingRatioPercent: pre }) => pre !== undefined && pre > ratioPercent)
      .map(({ name }) => `“${name}”的既往症比例比赔付比例还高`),
    ...given.filter(({ name }) => name.trim() === '').map(() => '有一项保障责任没有写名称'),
  ];
  return [...new Set(problems)].map((message) => ({ path: 'benefits', message }));
}

/** Plans that cannot be told apart, and those that somebody has already. */
function plansTaken({ edition, live, plansNeeded = [], nowMs }: PublishFacts): FieldProblem[] {
  const codes = ({ plans }: DeskEdition) => plans.map(({ code }) => code).join();
  const stay = live && codes(live) !== codes(edition) ? whyPlansStay(live, nowMs) : null;
  const names = edition.plans.map(({ name }) => name.trim());
  const isUnclear = names.some((name, at) => name === '' || names.indexOf(name) < at);
  return [...(stay === null ? [] : [stay]), ...plansNeeded, ...(isUnclear ? ['每个方案要有自己的名称'] : [])].map(
    (message) => ({ path: 'plans', message }),
  );
}

/** What is still sold covers something still; what is sold no longer can be put right whatever its dates are. */
function coverPast({ edition, nowMs }: PublishFacts): FieldProblem[] {
  const saleEnd = parseDate(edition.insureEnd);
  const invalidDate = parseDate(edition.invalidDate);
  if (saleEnd === null || saleEnd <= nowMs || invalidDate === null || !coverageEnded(edition, nowMs)) return [];
  return [{ path: 'invalidDate', message: '保障期已经过了，参保却还没截止，请改日期' }];
}

/** Nobody gives money back online without a reason: residents would see no way to it, while the switch says that there is one. */
function refundReasons({ applyRefund, refundReason }: DeskEdition): FieldProblem[] {
  if (!applyRefund || refundReason) return [];
  return [{ path: 'refundReason', message: '“申请退款”开着，“填退款原因”也要开，不然居民在网上退不了' }];
}

/** A premium that was typed so that it is no sum is told by what stands in its field. */
function unreadPremium({ premiumsTyped }: DeskEdition, problem: FieldProblem): FieldProblem {
  const at = /^plans\.(\d+)\.premiumFen$/.exec(problem.path)?.[1];
  const typed = at === undefined ? undefined : premiumsTyped?.[Number(at)];
  if (typed === undefined || premiumFenOf(typed) !== null) return problem;
  const message = typed.trim() === '' ? '请填写保费' : `“${typed}”不是能收的钱数，保费写到分为止，例如 158.00`;
  return { ...problem, message };
}

/** What policies say that were sold already stays as they say it. */
function againstPolicies({ edition, live, nowMs }: PublishFacts): FieldProblem[] {
  if (!live || !hasBegun(live, nowMs)) return [];
  const problems: FieldProblem[] = [];
  for (const [path, label] of [
    ['validDate', '保障期起'],
    ['invalidDate', '保障期止'],
  ] as const) {
    if (edition[path] === live[path]) continue;
    const was = live[path].slice(0, 10).replace(/-/g, '.');
    const message = `已经开始参保，卖出的保单写着${label} ${was}，不能再改；要改请复制为新的一版`;
    problems.push({ path, message });
  }
  const sold = (one: DeskEdition) =>
    JSON.stringify(
      live.plans.flatMap(({ code }) => (planOf(edition, code) ? [benefitsOf(one, planOf(one, code))] : [])),
    );
  if (sold(edition) !== sold(live)) {
    problems.push({ path: 'benefits', message: '卖出的保单写着原来的保障责任，不能再改；要改请复制为新的一版' });
  }
  const [opens, opened] = [parseDate(edition.insureStart), parseDate(live.insureStart)];
  if (opens !== null && opened !== null && opened <= nowMs && opens > nowMs) {
    problems.push({ path: 'insureStart', message: '已经开始参保，不能再改到以后；要停售请改参保截止，先公告' });
  }
  return problems;
}

/** Policies were sold by the shares of then. */
function sharesSold({ edition, live, nowMs }: PublishFacts): FieldProblem[] {
  if (!live || !hasBegun(live, nowMs)) return [];
  const shares = ({ insuranceCompany }: DeskEdition) =>
    insuranceCompany.map(({ sharePercent, lead }) => `${sharePercent ?? ''}${lead ? ' lead' : ''}`).join('/');
  if (shares(edition) === shares(live)) return [];
  const message = '已经卖出的保单按原来的份额承保，家数、份额和首席不能再改；要改请复制为新的一版';
  return [{ path: 'insuranceCompany', message }];
}

/** A change of a sale's end or of its price is announced first; nobody says earlier that it is about to end. */
function announcement({ edition, live, endAnnouncedOn, nowMs }: PublishFacts): FieldProblem[] {
  if (!live) return [];
  const prices = ({ plans }: DeskEdition) => plans.map(({ premiumFen }) => premiumFen).join('/');
  const what = [
    ...(live.insureEnd === edition.insureEnd ? [] : ['参保截止']),
    ...(hasBegun(live, nowMs) && prices(live) !== prices(edition) ? ['保费'] : []),
  ].join('和');
  if (what === '') return [];
  const announced = endAnnouncedOn === null ? null : parseDate(endAnnouncedOn);
  if (announced === null) return [{ path: 'endAnnouncedOn', message: `改${what}要先公告，请填公告日期` }];
  return announced > nowMs ? [{ path: 'endAnnouncedOn', message: '公告日期还没到，公告之后才能发布' }] : [];
}

function exclusionsLabel({ papers }: PublishFacts): string {
  const paper = papers.find(({ key }) => key === 'exclusions');
  return `条款和协议齐全，免除责任单独成页${paper ? `，v${paper.version} 已审` : ''}`;
}

function papersProblems({ papers, required, underway }: PublishFacts): FieldProblem[] {
  return Object.entries(required).flatMap(([key, title]) => {
    const paper = papers.find((one) => one.key === key);
    const standing = underway?.get(key);
    if (!paper && standing) return [{ path: `documents.${key}`, message: `《${title}》还没有发布：${standing}` }];
    if (!paper) return [{ path: `documents.${key}`, message: `还没有《${title}》，请到“页面与条款”新建并审批` }];
    return paper.isRegistered
      ? []
      : [{ path: `documents.${key}`, message: `《${paper.title}》v${paper.version} 还没有入存证库` }];
  });
}

function said({ papers }: PublishFacts, what: RegExp, and: RegExp, title: string): FieldProblem[] {
  const isSaid = papers.some(({ text }) => what.test(text) && and.test(text));
  return isSaid ? [] : [{ path: 'documents', message: `条款和须知里没有写${title}` }];
}

function wording({ edition, endAnnouncedOn, papers, barredWords }: PublishFacts): FieldProblem[] {
  const { proName, name, subtitle, slogan, shareTitle, shareDesc } = edition;
  const texts = { proName, name, subtitle, slogan, shareTitle, shareDesc };
  const found = barredWordsIn(texts, barredWords, endAnnouncedOn !== null);
  const presets = [
    ...Object.entries(texts).map(([path, text]) => ({ path, text, where: '版本里' })),
    ...papers.map(({ key, title, text }) => ({ path: `documents.${key}`, text, where: `《${title}》里` })),
  ].filter(({ text }) => hasPresetChoice(text));
  return [
    ...otherPrices(edition, texts),
    ...plansGone(edition, texts, papers),
    ...found.map(({ field, word, reason }) => ({ path: field, message: `“${word}”不能用：${reason}` })),
    ...presets.map(({ path, where }) => ({ path, message: `${where}有默认勾选的说法，要由居民自己选` })),
  ];
}

/** A price, told from other sums by what follows it: 158 元保一年, 158 元起, 158 元/人. */
const PRICE = /(\d+(?:\.\d{1,2})?)\s*元\s*(?:保|起|一年|一人|每|\/|／)/g;

/** A premium that changed while the words beside it still say the former one. */
function otherPrices({ plans }: DeskEdition, texts: Readonly<Record<string, string>>): FieldProblem[] {
  const premiums = plans.map(({ premiumFen }) => premiumFen);
  if (premiums.some((fen) => fen <= 0)) return [];
  return Object.entries(texts).flatMap(([path, text]) =>
    [...text.matchAll(PRICE)]
      .map(([, yuan = '']) => yuan)
      .filter((yuan) => !premiums.includes(Math.round(Number(yuan) * 100)))
      .map((yuan) => ({ path, message: `写的 ${yuan} 元不是这一版的保费，请改成一样` })),
  );
}

/** Words that still speak of a plan that was taken out of this draft. */
function plansGone(
  { plans, plansRemoved = [] }: DeskEdition,
  texts: Readonly<Record<string, string>>,
  papers: readonly EditionPaper[],
): FieldProblem[] {
  const gone = plansRemoved
    .map(({ name }) => name.trim())
    .filter((name) => name !== '' && !plans.some((plan) => plan.name.includes(name)));
  return gone.flatMap((name) => [
    ...Object.entries(texts)
      .filter(([, text]) => text.includes(name))
      .map(([path]) => ({ path, message: `还写着“${name}”，这一版没有这个方案了` })),
    ...papers
      .filter(({ text }) => text.includes(name))
      .map(({ key, title }) => ({
        path: `documents.${key}`,
        message: `《${title}》里还写着“${name}”，这一版没有这个方案了`,
      })),
  ]);
}

function hasPresetChoice(text: string): boolean {
  return (text.match(PRESET_CHOICE) ?? []).some((found) => !DENIALS.includes(found.slice(0, 1)));
}

function contrasts({ theme }: DeskEdition): FieldProblem[] {
  return themePairs(theme)
    .filter(({ isReadable, contrast }) => !isReadable && contrast !== null)
    .map(({ name, label, beside, contrast }) => ({
      path: `theme.${name}`,
      message: `${label} ${theme[name].toUpperCase()} ${beside}只有 ${contrast}，至少要 ${MIN_TEXT_CONTRAST}`,
    }));
}

/** Nobody sees anything of it, so an edition that is on sale so stays on sale; a new one is asked to mean something. */
function earlyProblems({ flows, insureStart }: DeskEdition): FieldProblem[] {
  const [from, opens] = [parseDate(flows?.early?.from ?? ''), parseDate(insureStart)];
  if (from === null || opens === null || from <= opens) return [];
  return [{ path: 'flows.early.from', message: '提前参保不能晚于参保开始' }];
}
