import type { Theme } from './edition.ts';

/** WCAG AA for text; below it a server's colour is not taken (design language, section 2). */
const MIN_TEXT_CONTRAST = 4.5;

function linearChannel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Contrast of white on a `#RRGGBB` colour, 1–21 (WCAG 2.2). Null when it is not such a colour. */
export function whiteContrastOn(color: string): number | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!match) return null;
  const [red, green, blue] = match.slice(1).map((pair) => linearChannel(Number.parseInt(pair, 16)));
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  return 1.05 / (luminance + 0.05);
}

/** Whether the storefront may take a theme's primary colour. */
export function isUsableTheme(theme: Pick<Theme, 'primaryColor'>): boolean {
  return (whiteContrastOn(theme.primaryColor) ?? 0) >= MIN_TEXT_CONTRAST;
}

const COLOURS = [
  ...(['primaryColor', 'primaryBgColor', 'subBgColor', 'textColor', 'insuredBgColor', 'linearBgColor'] as const),
];

/** What keeps a theme from being published: something that is no colour, or white that cannot be read on the primary one. */
export function themeProblems(theme: Theme): { path: string; message: string }[] {
  const wrong = COLOURS.filter((name) => whiteContrastOn(theme[name]) === null).map((name) => ({
    path: `theme.${name}`,
    message: '颜色请写成 #A8202D 这样的六位数',
  }));
  const contrast = whiteContrastOn(theme.primaryColor);
  if (contrast === null || isUsableTheme(theme)) return wrong;
  const message = `主色太浅，白字看不清：对比度 ${contrast.toFixed(1)}，至少要 ${MIN_TEXT_CONTRAST}`;
  return [...wrong, { path: 'theme.primaryColor', message }];
}
