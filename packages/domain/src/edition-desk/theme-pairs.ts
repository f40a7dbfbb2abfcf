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

/**
 * The colour nearest to one of a theme with which everything that it is part of can be read, on the way to black or to
 * white; null when it can be read as it is, and where no such colour is.
 */
export function nearestReadable(theme: Theme, name: keyof Theme): { colour: string; contrast: number } | null {
  const parts = PAIRS.filter((pair) => pair.name === name || takesPart(pair, theme, name)).map((pair) => pair.name);
  const holds = (colour: string) => {
    const pairs = themePairs({ ...theme, [name]: colour }).filter((pair) => parts.includes(pair.name));
    return pairs.every(({ isReadable }) => isReadable) ? pairs.find((pair) => pair.name === name) : undefined;
  };
  if (channelsOf(theme[name]) === null || holds(theme[name])) return null;
  for (let step = 1; step <= 100; step++) {
    for (const end of [0, 255]) {
      const colour = mixed(theme[name], end, step / 100);
      const pair = holds(colour);
      if (pair?.contrast) return { colour, contrast: pair.contrast };
    }
  }
  return null;
}

/** Whether what a pair is read on, or what is read on it, is this colour. */
function takesPart(pair: (typeof PAIRS)[number], theme: Theme, name: keyof Theme): boolean {
  const other = '#000001';
  return pair.other({ ...theme, [name]: other }) === other;
}

function mixed(colour: string, end: number, share: number): string {
  const channels = channelsOf(colour) ?? [0, 0, 0];
  const hex = channels
    .map((one) => Math.round(one + (end - one) * share).toString(16))
    .map((one) => one.padStart(2, '0'));
  return `#${hex.join('')}`.toUpperCase();
}

/** Contrast of two `#RRGGBB` colours, 1–21 (WCAG 2.2); null when one is no colour. */
export function contrastOf(one: string, other: string): number | null {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  if (first === null || second === null) return null;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminanceOf(color: string): number | null {
  const channels = channelsOf(color);
  if (channels === null) return null;
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  return match ? match.slice(1).map((pair) => Number.parseInt(pair, 16)) : null;
}
