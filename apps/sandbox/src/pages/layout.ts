/** Text made safe for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** `158.00`, from integer fen. */
export function yuan(fen: number): string {
  const sign = fen < 0 ? '-' : '';
  const abs = Math.abs(fen);
  return `${sign}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

export type PageParts = {
  title: string;
  /** HTML of the main part, already escaped. */
  main: string;
  /** Names of script files under `/_pages/`. */
  scripts?: string[];
  bodyClass?: string;
};

/** A whole page in the sandbox's own style; no outside assets, no inline script or style. */
export function page({ title, main, scripts = [], bodyClass = '' }: PageParts): string {
  const tags = scripts.map((name) => `<script src="/_pages/${name}" defer></script>`).join('');
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_pages/sandbox.css">
${tags}
</head>
<body class="${bodyClass}">
<main>
${main}
</main>
<footer><p>支付与短信沙箱，不会产生真实扣款。</p></footer>
</body>
</html>
`;
}
