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
