import { expect, it } from 'vitest';
import { placeOfNumber, placeOn } from './number-places.ts';
import { PAGES } from './page-registry.ts';

const KINDS = ['JS', 'TD', 'GZ', 'ZT', 'TY', 'FH', 'TS', 'JK'];
const numbered = (kind: string): string => `${kind}0562546143507489685`;

it('leads from every kind of number to a page that there is, and needs what that page needs', () => {
  for (const kind of KINDS) {
    const place = placeOfNumber(numbered(kind));
    expect(place?.address).toContain(numbered(kind));
    const page = PAGES.find(({ path }) => path === /^\/[a-z-]+/.exec(place?.address ?? '')?.[0]);
    expect(page?.who).toContain(place?.needs);
  }
  expect(placeOfNumber(numbered('ZT'))?.address).toBe('/changes?topic=mid-year&open=ZT0562546143507489685');
  expect(placeOfNumber(numbered('js'))?.address).toBe('/orders/JS0562546143507489685');
});

it('leads nowhere from any other text', () => {
  for (const text of ['', 'JS', 'JS056254614350748968', 'XX0562546143507489685', ' JS0562546143507489685', 'login-JS'])
    expect(placeOfNumber(text)).toBeNull();
});

it('finds on a page what is its own', () => {
  expect(placeOn('/changes')(numbered('GZ'))).toBe('/changes?open=GZ0562546143507489685');
  expect(placeOn('/changes')(numbered('TS'))).toBeNull();
});
