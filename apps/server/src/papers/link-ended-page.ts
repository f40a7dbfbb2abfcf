import { VERIFICATION_PAGE_STYLE } from './verification-page-style.ts';

const WORDS = {
  ended: [
    '这个链接不能用了',
    '链接只在 30 分钟里有效。请在“保险凭证”里重新取一个，或者让发给您的人重新发',
    '/#/voucher_list',
    '去保险凭证',
  ],
  'poster-ended': ['这张海报停用了', '内容已经更新，或者过了有效期。请看最新的产品信息', '/#/index', '看产品'],
  busy: ['打开得太多了', '请过几分钟再试', '/#/index', '回首页'],
} as const;

/** What somebody sees who opens the link to a paper or a poster too late or too often. `why` decides the words. */
export function renderLinkEndedPage(why: keyof typeof WORDS, servicePhone: string): string {
  const [title, text, href, button] = WORDS[why];
  const dialled = servicePhone.replace(/[^\d+-]/g, '');
  const call = dialled ? `<p class="note">服务电话 <a class="num nw" href="tel:${dialled}">${dialled}</a></p>` : '';
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${VERIFICATION_PAGE_STYLE}</style>
</head>
<body>
<main class="page page--bar">
<header class="head"><div><h1>${title}</h1></div></header>
<section class="card"><p>${text}。</p>${call}</section>
<div class="bar"><div class="bar__in"><a class="btn" href="${href}">${button}</a></div></div>
</main>
</body>
</html>
`;
}
