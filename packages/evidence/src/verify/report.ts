/** The twelve checks of section 10. */
export const CHECKS = [
  { number: 1, name: 'frames', title: '数据块完整' },
  { number: 2, name: 'chain', title: '哈希与链' },
  { number: 3, name: 'sequence', title: '序号连续' },
  { number: 4, name: 'signature', title: '封存签名' },
  { number: 5, name: 'log', title: '在日志中' },
  { number: 6, name: 'checkpoint', title: '日志检查点' },
  { number: 7, name: 'stamp', title: '可信时间戳' },
  { number: 8, name: 'order', title: '订单、付款与保单' },
  { number: 9, name: 'registered', title: '页面与文件已登记' },
  { number: 10, name: 'journey', title: '投保过程' },
  { number: 11, name: 'clocks', title: '时钟' },
  { number: 12, name: 'retention', title: '保存期限' },
] as const;

export type CheckNumber = (typeof CHECKS)[number]['number'];

/** What a problem means for the whole: something is not what was sealed, or something is not there. */
export type Weight = 'altered' | 'incomplete';

export interface Problem {
  weight: Weight;
  /** A file of a package, or the part of one: `recording-0.rec#chunk-3`. */
  where: string;
  /** First byte of it that is known to be wrong. */
  at: number | null;
  line: string;
}

export type State = 'ok' | 'failed' | 'unchecked';

export interface Finding {
  check: CheckNumber;
  name: string;
  state: State;
  /** Without it the whole would be incomplete. */
  needed: boolean;
  problems: Problem[];
  /** What there is to say, in Chinese, and the same with number and title before it as one line. */
  detail: string;
  line: string;
}

export type VerdictWord = 'intact' | 'intact-with-gaps' | 'altered' | 'incomplete' | 'erased-by-rule';

export const EXIT_CODES: Record<VerdictWord, number> = {
  intact: 0,
  'intact-with-gaps': 1,
  altered: 2,
  incomplete: 3,
  'erased-by-rule': 4,
};

/** Exit codes of a verifier that came to no verdict: they never mean one. */
export const NO_VERDICT = { notUnderstood: 64, notCarriedOut: 70 } as const;

export interface Report {
  trace: string;
  findings: Finding[];
  gaps: { count: number; seconds: number };
  verdict: VerdictWord;
  exitCode: number;
  /** Where it is altered or incomplete: the first problem of the weight that decided. */
  first: Problem | null;
}

export const VERDICT_LINES: Record<VerdictWord, string> = {
  intact: '完整，未被改动',
  'intact-with-gaps': '未被改动，有已声明的缺段',
  altered: '被改动过',
  incomplete: '不完整',
  'erased-by-rule': '已按规则销毁',
};

export const NOT_PROVEN =
  '以上不证明手机本身可信，也不证明当时是谁拿着手机；进入日志之前不足一分钟内的改动、包里没有的后续补录，也不在证明之内。';

/** What would end a line, move about in it or turn it around on somebody's screen. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Words of a report, whatever stood in what it is about: nobody who made a package writes a line of its verdict. */
const shown = (words: string): string =>
  words.replace(NOT_SHOWN, (sign) => `\\u{${(sign.codePointAt(0) as number).toString(16)}}`);

export const problem = (weight: Weight, where: string, line: string, at: number | null = null): Problem => ({
  weight,
  where: shown(where),
  at,
  line: shown(line),
});

const placeOf = ({ where, at }: Problem): string => (at === null ? where : `${where} 第 ${at} 字节起`);

/** One check: failed when there is any problem, unchecked when `unable` says why, else fine. */
export function finding(
  check: CheckNumber,
  problems: readonly Problem[],
  { fine, unable = null, needed = true }: { fine: string; unable?: string | null; needed?: boolean },
): Finding {
  const { name, title } = CHECKS[check - 1] as (typeof CHECKS)[number];
  const base = { check, name, needed, problems: [...problems] };
  const [first] = problems;
  if (first !== undefined) {
    const more = problems.length > 1 ? `；另有 ${problems.length - 1} 处` : '';
    const detail = `${first.line}（${placeOf(first)}）${more}`;
    return { ...base, state: 'failed', detail, line: `✗ ${check} ${title}：${detail}` };
  }
  if (unable !== null) {
    const detail = shown(`无法检查，${unable}`);
    return { ...base, state: 'unchecked', detail, line: `－ ${check} ${title}：${detail}` };
  }
  const detail = shown(fine);
  return { ...base, state: 'ok', detail, line: `✓ ${check} ${title}：${detail}` };
}

/** Puts the findings together. */
export function reportOf(
  trace: string,
  findings: Finding[],
  gaps: { count: number; seconds: number },
  erased: boolean,
): Report {
  const problems = findings.flatMap((found) => found.problems);
  const altered = problems.find(({ weight }) => weight === 'altered');
  const unchecked = findings.find(({ state, needed }) => state === 'unchecked' && needed);
  const missing = problems.find(({ weight }) => weight === 'incomplete');
  let verdict: VerdictWord = gaps.count > 0 ? 'intact-with-gaps' : 'intact';
  if (altered) verdict = 'altered';
  else if (erased) verdict = 'erased-by-rule';
  else if (missing || unchecked) verdict = 'incomplete';
  const first = altered ?? missing ?? null;
  return { trace, findings, gaps, verdict, exitCode: EXIT_CODES[verdict], first };
}

/** What the verdict altered or incomplete hangs on, in one line: the check, what it found, and where. */
export function reasonOf({ findings, first }: Report): string {
  const decided =
    first === null
      ? findings.find(({ state, needed }) => state === 'unchecked' && needed)
      : findings.find(({ problems }) => problems.includes(first));
  if (decided === undefined) return '';
  const { title } = CHECKS[decided.check - 1] as (typeof CHECKS)[number];
  const said = first === null ? decided.detail : `${first.line}（${placeOf(first)}）`;
  return `${decided.check} ${title}：${said}`;
}

/** `VERDICT altered (recording-0.rec#chunk-3, byte 1234)` */
export function verdictLine({ verdict, gaps, first }: Report): string {
  const details: string[] = [];
  if (verdict === 'intact-with-gaps') details.push(`${gaps.count} gaps`, `${gaps.seconds} s`);
  if ((verdict === 'altered' || verdict === 'incomplete') && first !== null) {
    details.push(first.where, ...(first.at === null ? [] : [`byte ${first.at}`]));
  }
  const machine = `VERDICT ${verdict}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
  return `${machine} ${VERDICT_LINES[verdict]}`;
}

/** A report as a person reads it, a line for each check. */
export const reportLines = (report: Report): string[] => [
  ...report.findings.map(({ line }) => line),
  verdictLine(report),
  NOT_PROVEN,
];
