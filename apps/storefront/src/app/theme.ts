import type { ProductInfoValue } from '@huimin/contract';

type Theme = ProductInfoValue['theme'];

/** WCAG AA for text (design language, section 2). */
const MIN_CONTRAST = 4.5;
const WHITE: Rgb = [255, 255, 255];

type Rgb = readonly [number, number, number];

/** Our own tokens that a theme must go with or that it leaves alone; a test compares them with ui/tokens.css. */
export const OUR_COLOURS = {
  primary: [168, 32, 45],
  'primary-soft': [251, 238, 236],
  'on-hero-2': [248, 221, 218],
  'text-2': [84, 76, 73],
} as const satisfies Record<string, Rgb>;

/**
 * The style rules for a server's theme: primary, hero and soft colours, in the light palette only (dark, more contrast and
 * elder mode keep ours, their rules being stronger). Empty unless white on the primary colour reaches 4.5:1; a hero or
 * soft colour that cannot be read on is replaced by one made from the primary colour.
 */
export function themeCss(theme: Theme): string {
  const primary = parseColor(theme.primaryColor);
  if (!primary || contrast(WHITE, primary) < MIN_CONTRAST || hex(primary) === hex(OUR_COLOURS.primary)) return '';
  const hero = readable(theme.primaryBgColor, (color) => heroFits(color)) ?? firstFitting(primary, heroFits);
  const hero2 = readable(theme.linearBgColor, (color) => heroFits(color)) ?? mix(hero, [0, 0, 0], 0.2);
  const softFits = (color: Rgb) =>
    contrast(primary, color) >= MIN_CONTRAST && contrast(OUR_COLOURS['text-2'], color) >= MIN_CONTRAST;
  const soft = readable(theme.subBgColor, softFits) ?? firstSoft(primary, softFits);
  const tokens = {
    primary,
    'primary-press': mix(primary, [0, 0, 0], 0.2),
    'primary-text': primary,
    'primary-soft': soft,
    'primary-line': mix(primary, WHITE, 0.7),
    hero,
    'hero-2': hero2,
  };
  const rules = Object.entries(tokens).map(([name, color]) => `--c-${name}:${hex(color)}`);
  return `:root{${rules.join(';')}}:root[data-mode="elder"]{--c-primary-soft:${hex(OUR_COLOURS['primary-soft'])}}`;
}

/** Puts a theme that came with the product call into effect. Rules go in one by one: the page's policy allows no style text. */
export function applyTheme(theme: Theme, document: Document): void {
  const { sheet } = (document.getElementById('theme') ?? newStyle(document)) as HTMLStyleElement;
  if (!sheet) return;
  while (sheet.cssRules.length > 0) sheet.deleteRule(0);
  for (const rule of themeCss(theme).match(/[^}]+\}/g) ?? []) sheet.insertRule(rule, sheet.cssRules.length);
}

function newStyle(document: Document): HTMLElement {
  const style = document.createElement('style');
  style.id = 'theme';
  document.head.append(style);
  return style;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `#RRGGBB`; anything else is no colour, so that no text of a theme can get into a style sheet. */
export function parseColor(text: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  return match ? (match.slice(1).map((pair) => Number.parseInt(pair, 16)) as unknown as Rgb) : null;
}

function readable(text: string, fits: (color: Rgb) => boolean): Rgb | null {
  const color = parseColor(text);
  return color && fits(color) ? color : null;
}

function heroFits(color: Rgb): boolean {
  return contrast(OUR_COLOURS['on-hero-2'], color) >= MIN_CONTRAST && contrast(WHITE, color) >= MIN_CONTRAST;
}

function firstFitting(color: Rgb, fits: (color: Rgb) => boolean): Rgb {
  for (let share = 0.05; share < 1; share += 0.05) {
    const darker = mix(color, [0, 0, 0], share);
    if (fits(darker)) return darker;
  }
  return [0, 0, 0];
}

function firstSoft(color: Rgb, fits: (color: Rgb) => boolean): Rgb {
  for (let share = 0.92; share < 1; share += 0.01) {
    const lighter = mix(color, WHITE, share);
    if (fits(lighter)) return lighter;
  }
  return WHITE;
}

function mix(color: Rgb, other: Rgb, share: number): Rgb {
  return color.map((value, at) => Math.round(value + ((other[at] ?? 0) - value) * share)) as unknown as Rgb;
}

function hex(color: Rgb): string {
  return `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
