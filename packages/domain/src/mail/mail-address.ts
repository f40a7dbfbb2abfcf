export type MailAddressCheck =
  /** `likely`: a well-known provider whose name differs by a slip; a person decides. */
  | { readonly ok: true; readonly address: string; readonly likely: string | null }
  | { readonly ok: false; readonly message: string };

/** RFC 5321 allows more; what is longer or stranger is a slip of the finger in practice. */
const MAX_LENGTH = 100;
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/;

const KNOWN = [
  'qq.com',
  '163.com',
  '126.com',
  '139.com',
  '189.cn',
  'sina.com',
  'sina.cn',
  'sohu.com',
  'foxmail.com',
  'yeah.net',
  'aliyun.com',
  'outlook.com',
  'hotmail.com',
  'gmail.com',
  'icloud.com',
];

/** Reads an e-mail address as a person types it: full-width characters, spaces around, capitals in the domain. */
export function checkMailAddress(text: string): MailAddressCheck {
  const typed = text.normalize('NFKC').replace(/\s/g, '').replace(/。/g, '.');
  const at = typed.lastIndexOf('@');
  if (typed === '') return { ok: false, message: '请填写邮箱' };
  if (at < 1) return { ok: false, message: '邮箱里要有 @，比如 name@qq.com' };
  const local = typed.slice(0, at);
  const domain = typed.slice(at + 1).toLowerCase();
  if (/[^\u0020-\u007e]/.test(typed)) return { ok: false, message: '邮箱里不能有汉字，请检查后再填' };
  if (!DOMAIN.test(domain)) return { ok: false, message: '@ 后面的部分不完整，比如 qq.com、163.com' };
  if (!LOCAL.test(local) || local.length > 64) return { ok: false, message: '@ 前面的部分有误，请对照邮箱再填一遍' };
  if (typed.length > MAX_LENGTH) return { ok: false, message: '邮箱太长，请检查后再填' };
  const likely = likelyDomain(domain);
  return { ok: true, address: `${local}@${domain}`, likely: likely && `${local}@${likely}` };
}

/** The provider that is one slip away, when the typed one is none that people use. */
function likelyDomain(domain: string): string | null {
  if (KNOWN.includes(domain)) return null;
  return KNOWN.find((known) => isOneSlip(domain, known)) ?? null;
}

/** One character more, less, other, or two changed over. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

/** `zha***@qq.com`: at most three characters of the name stay. */
export function maskMailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const kept = Math.min(3, Math.max(1, at - 1));
  return `${address.slice(0, kept)}***${address.slice(at)}`;
}
