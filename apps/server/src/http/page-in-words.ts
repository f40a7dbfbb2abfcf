import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const STYLE = `:root{color-scheme:light dark}
body{max-width:480px;margin:0 auto;padding:24px 16px;font:17px/26px system-ui,sans-serif;background:#f6f4f2;color:#1f1a17}
h1{font-size:24px;line-height:34px}
a{display:block;margin-top:24px;padding:12px;border-radius:12px;background:#a8202d;color:#fff;font-weight:700;text-align:center;text-decoration:none}
@media (prefers-color-scheme:dark){body{background:#171412;color:#f3eeea}}`;
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

export interface PageInWords {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  /** Words of the link. */
  readonly action: string;
}

/** Whether a browser asks for what it will put in place of the page, as for a link that was followed. */
export function opensAsPage({ headers }: FastifyRequest): boolean {
  return String(headers.accept ?? '').startsWith('text/html');
}

/** Answers with a page in plain words, where an envelope would be shown to a person as it is. */
export function sendPageInWords(reply: FastifyReply, { title, text, href, action }: PageInWords): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', `default-src 'none'; style-src ${STYLE_SOURCE}; frame-ancestors 'none'`)
    .send(`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<a href="${escaped(href)}">${escaped(action)}</a>
</body>
</html>
`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
