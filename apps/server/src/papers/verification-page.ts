import { createHash } from 'node:crypto';
import { formatDateTime } from '@huimin/domain/date';
import { VERIFICATION_PAGE_STYLE } from './verification-page-style.ts';
import {
  advice,
  type CheckRow,
  checkRows,
  type FactRow,
  factRows,
  KIND_WORDS,
  type VerificationPageData,
} from './verified-paper.ts';

/** No paper has this code (`unknown`), none was asked for yet (`ask`), or too many were asked for (`limited`). */
export interface UnansweredVerification {
  state: 'unknown' | 'ask' | 'limited';
  servicePhone?: string;
  /** What the person typed, so that it can be corrected. */
  code?: string;
}

export interface VerificationPageOptions {
  /** Large type. The page offers the switch as `?elder=1`. */
  isElder?: boolean;
  /** The code as it came in the query, if it did: the switch to large type then keeps it. */
  queryCode?: string;
  /** Where the form sends `?code=…` to; also the address of 再验一份. */
  askPath?: string;
}

/** The Content-Security-Policy source of the page's one style element. The page has no script and no style attribute. */
export const VERIFICATION_PAGE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(VERIFICATION_PAGE_STYLE).digest('base64')}'`;

/** What goes with this page, and with every other page in words that has its style: no script, nothing from elsewhere. */
export const PAPER_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${VERIFICATION_PAGE_STYLE_SOURCE}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
};

/**
 * What the form takes and gives back; a code with dashes has 32 characters. They are wider than a phone: the field has lines, so that
 * all of them can be compared with the paper. A line feed in it is read as the blanks and dashes are.
 */
const MAX_CODE_LENGTH = 80;

/**
 * The public page behind the QR code of a paper, as a whole HTML document.
 *
 * @throws TypeError when a name or identity number arrives unmasked: this page is open to everybody
 */
export function renderVerificationPage(
  data: VerificationPageData | UnansweredVerification,
  options: VerificationPageOptions = {},
): string {
  const askPath = options.askPath ?? '/v';
  const isElder = options.isElder ?? false;
  const kept = options.queryCode
    ? `code=${encodeURIComponent(options.queryCode.slice(0, MAX_CODE_LENGTH).toWellFormed())}&amp;`
    : '';
  const switchLink = isElder
    ? `<a class="mode" href="?${kept}elder=0">标准版</a>`
    : `<a class="mode" href="?${kept}elder=1">大字版</a>`;
  const main =
    'kind' in data
      ? verifiedMain(data, askPath, isElder, switchLink)
      : unansweredMain(data, askPath, isElder, switchLink);
  return `<!doctype html>
<html lang="zh-CN"${isElder ? ' data-mode="elder"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>公开验真</title>
<style>${VERIFICATION_PAGE_STYLE}</style>
</head>
<body>
${main}
</body>
</html>
`;
}

function verifiedMain(data: VerificationPageData, askPath: string, isElder: boolean, switchLink: string): string {
  if (data.insured) {
    assertMasked(data.insured.name);
    assertMasked(data.insured.idNumber);
  }
  const [title, remark] = bannerWords(data);
  const mark = data.state === 'valid' ? 'done' : 'warn';
  const banner = `<div class="ver ver--${mark === 'done' ? 'ok' : 'warn'}" role="status">${icon(mark, 28)}<div><h2>${title}</h2><p>${escapeHtml(remark)}</p></div></div>`;
  const demonstration = data.isDemonstration
    ? `<div class="notice notice--warn">${icon('warn', 20)}<span>这是演示用的示例，不是真实的保险合同。</span></div>`
    : '';
  const askUrl = isElder ? `${askPath}?elder=1` : askPath;
  return `<main class="page page--bar">
<header class="head"><div><h1>验真结果</h1><p class="num">${formatDateTime(data.queriedAtMs)} 查询，不用登录</p></div>${switchLink}</header>
${demonstration}<section class="card vc">${banner}<dl class="kv">${factRows(data).map(factHtml).join('')}</dl></section>
<section class="sec"><h2>我们核对了什么</h2><div class="card"><ul class="chk">${checkRows(data).map(checkHtml).join('')}</ul></div></section>
<div class="notice">${icon('info', 20)}<span>${adviceHtml(data)}</span></div>
<p class="note">为了保护隐私，这里只显示一部分信息。</p>
<div class="bar"><div class="bar__in"><a class="btn" href="${escapeHtml(askUrl)}">${icon('scan', 20)}再验一份</a></div></div>
</main>`;
}

function bannerWords(data: VerificationPageData): readonly [title: string, remark: string] {
  const { short } = KIND_WORDS[data.kind];
  if (data.state === 'void') return [`这份${short}已经作废`, '以前是真的，现在不能再用'];
  if (data.state === 'replaced') return [`这份${short}已经换了新的`, '以前是真的，后来内容有更改，请看新的一份'];
  return [`这份${short}是真的`, `由${data.serviceName}系统出具`];
}

function factHtml({ term, detail, look }: FactRow): string {
  const text = escapeHtml(detail);
  if (look === 'num') return `<div><dt>${term}</dt><dd class="num">${breakable(text)}</dd></div>`;
  return `<div><dt>${term}</dt><dd>${look === 'tag' ? `<span class="tag">${text}</span>` : text}</dd></div>`;
}

/** In a reader's largest letters a paper's number is wider than the screen: it goes on between two groups of four figures. */
function breakable(number: string): string {
  return number.replace(/\d{19,}/g, (figures) => figures.replace(/\d{4}(?=\d)/g, '$&<wbr>'));
}

function checkHtml({ mark, text, remark, isFingerprint }: CheckRow): string {
  return `<li class="${mark}">${icon(mark, 20)}<span>${escapeHtml(text)}<small${isFingerprint ? ' class="fp"' : ''}>${escapeHtml(remark)}</small></span></li>`;
}

function adviceHtml(data: VerificationPageData): string {
  const [before, after] = advice(data);
  return `${before}${phoneLink(data.servicePhone)}${after}`;
}

const UNANSWERED_BANNER: Partial<Record<UnansweredVerification['state'], readonly [title: string, remark: string]>> = {
  unknown: ['没有查到这份凭证', '查询码可能输错了，也可能不是我们出具的'],
  limited: ['查得太多了，这次没有查', '请过几分钟再试'],
};

function unansweredMain(data: UnansweredVerification, askPath: string, isElder: boolean, switchLink: string): string {
  const isUnknown = data.state === 'unknown';
  const [title, remark] = UNANSWERED_BANNER[data.state] ?? [];
  const call = data.servicePhone ? `，请打 ${phoneLink(data.servicePhone)}` : '';
  const banner = title
    ? `<section class="card vc"><div class="ver ver--warn" role="status">${icon('warn', 28)}<div><h2>${title}</h2><p>${remark}</p></div></div></section>\n`
    : '';
  const elderField = isElder ? '<input type="hidden" name="elder" value="1">' : '';
  const code = escapeHtml((data.code ?? '').trim().slice(0, MAX_CODE_LENGTH));
  return `<main class="page">
<header class="head"><div><h1>${title ? '验真结果' : '公开验真'}</h1><p>保单、付款凭证、付款和退款记录、爱心证书都可以查，不用登录</p></div>${switchLink}</header>
${banner}<form class="card ask" method="get" action="${escapeHtml(askPath)}">${elderField}
<label for="code">查询码</label>
<p class="hint" id="code-hint">在纸上二维码的旁边，26 位字母和数字。不分大小写，横线可以不输</p>
<textarea id="code" name="code" rows="2" required maxlength="${MAX_CODE_LENGTH}" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint">${code}</textarea>
<button class="btn" type="submit">验真</button>
</form>
<div class="notice">${icon('info', 20)}<span>也可以用手机扫纸上的二维码。${isUnknown ? `对照纸上再输一遍还是查不到${call || '，请不要接受这份凭证'}。` : ''}</span></div>
</main>`;
}

function assertMasked(text: string): void {
  if (!text.includes('*')) throw new TypeError('The public verification page takes masked names and numbers only');
}

function phoneLink(phone: string): string {
  return `<a class="num nw" href="tel:${escapeHtml(phone.replace(/[^\d+]/g, ''))}">${escapeHtml(phone)}</a>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const ICON_SHAPES = {
  done: '<circle cx="12" cy="12" r="9" fill="currentColor" stroke="none"/><path class="tick" d="m7.8 12.3 2.9 2.9 5.6-5.9" stroke-width="2.2"/>',
  warn: '<path d="M12 4 2.8 19.8h18.4Z"/><path d="M12 10v4.6M12 17.2h.01" stroke-width="2.2"/>',
  info: '<circle cx="12" cy="12" r="8.8"/><path d="M12 11v5.5M12 7.6h.01" stroke-width="2.2"/>',
  scan: '<path d="M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M4 12h16"/>',
} as const;

function icon(name: keyof typeof ICON_SHAPES, size: number): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${ICON_SHAPES[name]}</svg>`;
}
