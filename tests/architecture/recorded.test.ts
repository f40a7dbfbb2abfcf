import { expect, test } from 'vitest';
import { ROUTES } from '../../apps/storefront/src/app/route-table.ts';
import { isNamed, recordedOf } from '../../apps/storefront/src/recording/recorded-routes.ts';
import { filesBelow, isTestFile, read } from './source-files.ts';

test('each screen says how much of it belongs into the record of a sale', () => {
  expect(ROUTES.filter(({ name }) => !isNamed(name)).map(({ name }) => name)).toEqual([]);
  for (const { name, recorded } of ROUTES) expect(recorded === true, name).toBe(recordedOf(name) === 'whole');
});

test('of health, faces, papers and other people’s lists nothing is recorded but the visit', () => {
  const sensitive = /^(?:claim|order_search|drug|cart-shop|group|face|mid-?Apply|company|lsjsfwsc)/;
  const named = ROUTES.map(({ name }) => name).filter((name) => sensitive.test(name));
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((name) => recordedOf(name) === 'whole')).toEqual([]);
});

test('the app has nothing of what is taken out of the recorder (vite/slim-recorder-plugin.ts)', () => {
  const missing =
    /attachShadow|<iframe|createElement\('iframe'|<(?:video|audio)\b|customElements|FontFace|adoptedStyleSheets/;
  const files = filesBelow('apps/storefront/src', /\.tsx?$/).filter((file) => !isTestFile(file));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => missing.test(read(file)))).toEqual([]);
});

test('no rule of the app is for what a mouse stands on, which a replay does not show (apps/console/vite/slim-player-plugin.ts)', () => {
  const sheets = filesBelow('apps/storefront/src', /\.css$/);
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.filter((file) => /:hover\b/.test(read(file)))).toEqual([]);
});
