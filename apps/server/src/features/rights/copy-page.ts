import type { Copy } from './whole-copy.ts';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const written = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

const STYLE = `body{max-width:720px;margin:0 auto;padding:24px 16px;font:16px/1.6 sans-serif;color:#1c1a19}
h1{font-size:24px;margin:0}h2{font-size:18px;margin:28px 0 8px;break-after:avoid}p{color:#544f4c;margin:4px 0}
dl{display:grid;grid-template-columns:8em 1fr;gap:2px 12px;margin:0;padding:10px 0;border-top:1px solid #ddd8d4;break-inside:avoid}
dt{color:#544f4c}dd{margin:0;overflow-wrap:anywhere}`;

/** The copy to be read and printed: one page that needs nothing else. */
export function copyPage({ madeAt, parts }: Copy): string {
  const sections = parts.map(({ what, why, leftOut, rows }) => {
    const shown = rows.map(
      (row) =>
        `<dl>${Object.entries(row)
          .map(([name, value]) => `<dt>${written(name)}</dt><dd>${written(value || '—')}</dd>`)
          .join('')}</dl>`,
    );
    const said = [`用于${why}`, leftOut].filter((text) => text !== null).join('。');
    return `<section><h2>${written(what)}（${rows.length}）</h2><p>${written(said)}。</p>${shown.join('') || '<p>没有</p>'}</section>`;
  });
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>我的个人信息</title><style>${STYLE}</style></head>
<body><h1>我的个人信息</h1><p>${written(madeAt)} 的情况。里面有证件号码，请放在只有自己能打开的地方。</p>
${sections.join('\n')}
</body></html>
`;
}
