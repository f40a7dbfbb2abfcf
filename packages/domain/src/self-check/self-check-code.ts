/**
 * The result of a self-check as six characters that can be read out by phone: 30 bits, nothing of the person. No zero, O,
 * one, I, L or U among them, and a wrong character is noticed.
 */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const SIGNS = 6;
const CHANNELS = ['plain', 'wechat', 'mini-program', 'alipay', 'in-app'] as const;

/** What is looked at, in the order of the code. */
export const SELF_CHECKS = ['clock', 'network', 'storage', 'cookies', 'size', 'version', 'payment'] as const;
export type SelfCheckName = (typeof SELF_CHECKS)[number];

/** As the phone's page and whoever helps call them. */
export const SELF_CHECK_LABELS: Readonly<Record<SelfCheckName, string>> = {
  clock: '手机时间',
  network: '网络',
  storage: '本机存储',
  cookies: '登录保持',
  size: '字体大小',
  version: '页面版本',
  payment: '付款',
};

/** Where the page was opened. */
export const SELF_CHECK_PLACES: Readonly<Record<(typeof CHANNELS)[number], string>> = {
  wechat: '微信',
  'mini-program': '微信小程序',
  alipay: '支付宝',
  'in-app': '合作应用',
  plain: '手机浏览器',
};

const STATES = ['ok', 'warn', 'unknown'] as const;
export type CheckState = (typeof STATES)[number];

export interface SelfCheckResult {
  readonly channel: (typeof CHANNELS)[number];
  readonly states: Readonly<Record<SelfCheckName, CheckState>>;
  /** Beijing day of the month, 1 to 31: a code is good for a day. */
  readonly day: number;
}

const BASE = BigInt(ALPHABET.length);
/** A prime: two digits that are swapped or one that is misheard change what is left. */
const CHECK = 997n;
const SPACE = BASE ** BigInt(SIGNS);

/** Three groups of two would be hard to hear: it is shown as two of three. */
export function selfCheckCode({ channel, states, day }: SelfCheckResult): string {
  let value = 0n;
  for (const name of SELF_CHECKS) value = value * 3n + BigInt(STATES.indexOf(states[name]));
  value = value * BigInt(CHANNELS.length) + BigInt(CHANNELS.indexOf(channel));
  value = value * 32n + BigInt(day);
  let left = value * CHECK + ((CHECK - ((value * 31n) % CHECK)) % CHECK);
  if (left >= SPACE) throw new Error('a self-check does not fit into its code');
  let code = '';
  for (let sign = 0; sign < SIGNS; sign += 1) {
    code = `${ALPHABET[Number(left % BASE)]}${code}`;
    left /= BASE;
  }
  return code;
}

export type ReadCheck = { readonly kind: 'result'; readonly result: SelfCheckResult } | { readonly kind: 'wrong' };

/** What a code that was read out says; `wrong` where a character was misheard. */
export function readSelfCheck(text: string): ReadCheck {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  if (!isSelfCheckCode(code)) return { kind: 'wrong' };
  let left = 0n;
  for (const sign of code) left = left * BASE + BigInt(ALPHABET.indexOf(sign));
  let value = left / CHECK;
  if (left % CHECK !== (CHECK - ((value * 31n) % CHECK)) % CHECK) return { kind: 'wrong' };
  const day = Number(value % 32n);
  value /= 32n;
  const channel = CHANNELS[Number(value % BigInt(CHANNELS.length))];
  value /= BigInt(CHANNELS.length);
  const digits = SELF_CHECKS.map(() => {
    const digit = Number(value % 3n);
    value /= 3n;
    return digit;
  }).reverse();
  if (value !== 0n || day < 1 || day > 31 || channel === undefined) return { kind: 'wrong' };
  const states = Object.fromEntries(SELF_CHECKS.map((name, at) => [name, STATES[digits[at] ?? 0]]));
  return { kind: 'result', result: { channel, states: states as SelfCheckResult['states'], day } };
}

export function isSelfCheckCode(code: string): boolean {
  return code.length === SIGNS && [...code].every((sign) => ALPHABET.includes(sign));
}
