import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, OUR_COLOURS, parseColor, themeCss } from './theme.ts';

const THEME = {
  primaryColor: '#0B5CAD',
  primaryBgColor: '#094A8A',
  subBgColor: '#EAF1F7',
  textColor: '#1F1B1A',
  insuredBgColor: '#FBF9F7',
  linearBgColor: '#073A6D',
};
type Color = NonNullable<ReturnType<typeof parseColor>>;
const WHITE = [255, 255, 255] as Color;
const token = (css: string, name: string) =>
  parseColor(css.match(new RegExp(`--c-${name}:(#[0-9a-f]{6})`))?.[1] ?? '') as Color;

describe('contrast', () => {
  it('agrees with the published examples', () => {
    expect(contrast(WHITE, [0, 0, 0] as unknown as Color)).toBeCloseTo(21, 5);
    expect(contrast(WHITE, [119, 119, 119] as unknown as Color)).toBeCloseTo(4.48, 2);
    expect(contrast(WHITE, [118, 118, 118] as unknown as Color)).toBeCloseTo(4.54, 2);
  });
});

describe('themeCss', () => {
  it('takes a primary colour that white can be read on', () => {
    const css = themeCss(THEME);
    expect(token(css, 'primary')).toEqual(parseColor('#0B5CAD'));
    expect(token(css, 'hero')).toEqual(parseColor('#094A8A'));
    expect(token(css, 'hero-2')).toEqual(parseColor('#073A6D'));
    expect(token(css, 'primary-soft')).toEqual(parseColor('#EAF1F7'));
  });

  it.each(['#777777', '#FFCC00', '#ff0000', 'red', '#12', '', '#0B5CAD;}body{display:none'])(
    'keeps ours for %s',
    (primaryColor) => {
      expect(themeCss({ ...THEME, primaryColor })).toBe('');
    },
  );

  it('changes nothing for our own colour', () => {
    expect(themeCss({ ...THEME, primaryColor: '#A8202D' })).toBe('');
  });

  it.each([
    { primaryBgColor: '#FFE0E0', linearBgColor: '#FFFFFF', subBgColor: '#0B5CAD' },
    { primaryBgColor: 'linear-gradient(red, blue)', linearBgColor: '', subBgColor: 'transparent' },
  ])('makes readable colours where the theme has none: %o', (colors) => {
    const css = themeCss({ ...THEME, ...colors });
    for (const name of ['hero', 'hero-2']) expect(contrast(WHITE, token(css, name))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token(css, 'primary'), token(css, 'primary-soft'))).toBeGreaterThanOrEqual(4.5);
    expect(css).not.toContain('gradient');
  });

  it('leaves the stronger rules of dark, more contrast and elder mode alone', () => {
    expect(themeCss(THEME).match(/:root[^{]*\{/g)).toEqual([':root{', ':root[data-mode="elder"]{']);
  });
});

it.each(Object.entries(OUR_COLOURS))('knows --c-%s as the tokens have it', (name, colour) => {
  const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
  const [light] = tokens.match(new RegExp(`--c-${name}: #[0-9a-f]{6}`)) ?? [];
  expect(parseColor(light?.split(' ')[1] ?? '')).toEqual(colour);
});
