import { expect, test } from 'vitest';
import { ROUTES } from '../../apps/storefront/src/app/route-table.ts';
import { filesBelow, isTestFile, read } from './source-files.ts';

/** Nobody is led to a screen that is not open yet: such a screen says so, and a button to it is a dead one. */
test('every link inside the storefront leads to an open screen', () => {
  const open = new Set(
    ROUTES.filter((route) => route.page ?? route.load).flatMap((route) => [route.path, ...(route.aliases ?? [])]),
  );
  const files = filesBelow('apps/storefront/src', /\.tsx?$/).filter((file) => !isTestFile(file));
  const links = files.flatMap((file) =>
    [...read(file).matchAll(/['"`]#(\/[A-Za-z0-9_-]+)/g)].map(([, path]) => ({ file, path: path as string })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ path }) => !open.has(path))).toEqual([]);
});
