import type { Theme } from '../product/index.ts';

/** WCAG AA for text. */
export const MIN_TEXT_CONTRAST = 4.5;
const WHITE = '#FFFFFF';

/** One colour of a theme beside what is read on it, or what it is read on. */
export interface ThemePair {
  readonly name: keyof Theme;
  readonly label: string;
  /** What the contrast is with, in words. */
  readonly beside: string;
  /** 1–21, cut to one decimal; null when one of the two is no colour. */
  readonly contrast: number | null;
  readonly isReadable: boolean;
}

const PAIRS: readonly {
  readonly name: keyof Theme;
  readonly label: string;
  readonly beside: string;
  other(theme: Theme): string;
}[] = [
  { name: 'primaryColor', label: '主色', beside: '白字', other: () => WHITE },
  { name: 'primaryBgColor', label: '头图底', beside: '白字', other: () => WHITE },
  { name: 'subBgColor', label: '浅底', beside: '主色字', other: (theme) => theme.primaryColor },
  { name: 'textColor', label: '正文字', beside: '浅底上', other: (theme) => theme.subBgColor },
  { name: 'insuredBgColor', label: '被保人卡', beside: '正文', other: (theme) => theme.textColor },
  { name: 'linearBgColor', label: '头图渐变', beside: '白字', other: () => WHITE },
];

/** Every colour of a theme with the contrast that it needs. */
export function themePairs(theme: Theme): ThemePair[] {
  return PAIRS.map(({ name, label, beside, other }) => {
    const contrast = contrastOf(theme[name], other(theme));
    // Cut, not rounded: 4.46 is not readable and does not look as if it were.
    const shown = contrast === null ? null : Math.floor(contrast * 10) / 10;
    return { name, label, beside, contrast: shown, isReadable: contrast !== null && contrast >= MIN_TEXT_CONTRAST };
  });
}

/** Contrast of two `#RRGGBB` colours, 1–21 (WCAG 2.2); null when one is no colour. */
export function contrastOf(one: string, other: string): number | null {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  if (first === null || second === null) return null;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminanceOf(color: string): number | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!match) return null;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
