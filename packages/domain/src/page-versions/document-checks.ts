import { type BarredWord, barredWordsIn } from '../share/index.ts';

/** A document as its checks read it. */
export interface CheckedDocument {
  readonly key: string;
  readonly title: string;
  readonly blocks: readonly { readonly kind: string; readonly text?: string; readonly items?: readonly string[] }[];
}

export interface DocumentCheck {
  readonly label: string;
  /** What is missing; null when nothing is. */
  readonly problem: string | null;
}

interface Wanted {
  readonly label: string;
  readonly says: RegExp;
  readonly problem: string;
}

const wanted = (label: string, says: RegExp): Wanted => ({ label, says, problem: `没有写${label}` });
const PHONE = wanted('服务电话', /\d{3}-\d{3,4}-\d{4}|\d{3,4}-\d{7,8}/);

/** What the rules ask of each document, beside what they ask of all. */
const WANTED: Readonly<Record<string, readonly Wanted[]>> = {
  clauses: [
    wanted('保险期间', /保险期间|保障期/),
    wanted('保险责任和赔付比例', /保险责任[\s\S]*比例/),
    wanted('限额和起付线', /(?:最高|限额)[\s\S]*起付线|起付线[\s\S]*(?:最高|限额)/),
    wanted('告知义务', /告知/),
    wanted('怎样申请赔付和期限', /赔付[\s\S]*日内/),
    wanted('退保条件', /解除|退保/),
    wanted('不保证续保', /不保证续保/),
  ],
  exclusions: [
    wanted('起付线、比例和最高金额', /起付线[\s\S]*(?:比例|一半)|(?:比例|一半)[\s\S]*起付线/),
    wanted('不赔的情形', /不赔/),
  ],
  'insurance-notice': [
    wanted('保障期和保费', /保费[\s\S]*保障期|保障期[\s\S]*保费/),
    wanted('谁可以参保', /参保/),
    wanted('等待期，没有也要写', /等待期/),
    wanted('如实告知，和不如实的后果', /如实[\s\S]*(?:解除|不赔)/),
    wanted('退保条件和期限', /退保[\s\S]*(?:之前|前|日内)|保障开始前[\s\S]*退保/),
    wanted('怎样理赔', /理赔/),
    wanted('不保证续保', /不保证续保/),
    wanted('投诉途径', /投诉/),
    PHONE,
  ],
  'health-notice': [wanted('问到的病', /肿瘤|糖尿病|高血压|病变|症/), wanted('对赔付的影响', /比例|不赔/), PHONE],
  'user-agreement': [PHONE],
  'privacy-policy': [
    wanted('收集什么、为什么', /收集/),
    wanted('保存多久', /保存/),
    wanted('怎样撤回和删除', /撤回|删除/),
  ],
  'family-authorisation': [wanted('家人同意', /同意/), wanted('怎样撤回', /撤回/)],
};

const PRESET_CHOICE = /(^|.)(?:默认勾选|默认同意|默认选中|视为同意|[☑☒✅]|\[x\])/gi;
const DENIALS = ['不', '没', '非'];
/** A question that asks for everything asks for nothing: nobody can answer it. */
const CATCH_ALL = /是否(?:患有|有过)?(?:其他任何|任何其他|任何)(?:疾病|不适)/;
/** What belongs to another document, which stands alone. */
const OTHER_HEADINGS = /健康告知|投保须知|保险条款/;

/** All words of a document. */
export function documentText({ title, blocks }: Pick<CheckedDocument, 'title' | 'blocks'>): string {
  return [title, ...blocks.flatMap(({ text, items = [] }) => [text ?? '', ...items])].join('\n');
}

/** What is checked before a document may be shown. */
export function documentChecks(document: CheckedDocument, barredWords: readonly BarredWord[]): DocumentCheck[] {
  const text = documentText(document);
  const barred = barredWordsIn({ text }, barredWords, false).map(({ word, reason }) => `“${word}”：${reason}`);
  const preset = (text.match(PRESET_CHOICE) ?? []).some((found) => !DENIALS.includes(found.slice(0, 1)));
  const check = (label: string, problem: string | null): DocumentCheck => ({ label, problem });
  return [
    check('有题目和正文', document.title.trim() !== '' && document.blocks.length > 0 ? null : '题目或正文是空的'),
    ...(document.key === 'exclusions' ? exclusionsAlone(document) : []),
    ...(WANTED[document.key] ?? []).map(({ label, says, problem }) =>
      check(`写了${label}`, says.test(text) ? null : problem),
    ),
    ...(document.key === 'health-notice'
      ? [check('没有兜底的问法', CATCH_ALL.test(text) ? '健康告知要问具体的病，不能问“任何疾病”' : null)]
      : []),
    check('没有默认勾选', preset ? '有默认勾选的说法，要由居民自己选' : null),
    check('没有禁用词', barred.length > 0 ? `不能用${barred.join('；')}` : null),
  ];
}

function exclusionsAlone({ title, blocks }: CheckedDocument): DocumentCheck[] {
  const mixed = blocks.some(({ kind, text = '' }) => kind === 'heading' && OTHER_HEADINGS.test(text));
  const strong = blocks.some(({ kind }) => kind === 'strong');
  return [
    {
      label: '单独成页，不和其他内容合并',
      problem: mixed || !/免除/.test(title) ? '免除责任要单独成页，题目要写明' : null,
    },
    { label: '重点文字加粗', problem: strong ? null : '没有一句加粗（行首写 ! ）' },
  ];
}
