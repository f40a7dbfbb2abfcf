import { expect, test } from 'vitest';
import { filesBelow, importsOf, isTestFile, read } from './source-files.ts';

const styles = filesBelow('apps/storefront/src', /\.css$/).map((file) => ({
  file,
  text: read(file).replace(/\/\*[\s\S]*?\*\//g, ''),
}));

/** Styles of all screens stay in the page once loaded: a name that two files style makes one screen change another. */
test('a class of the storefront is styled on its own in one file', () => {
  const owners = new Map<string, Set<string>>();
  for (const { file, text } of styles) {
    for (const [, selectors = ''] of text.matchAll(/([^{}]+)\{/g)) {
      for (const selector of selectors.split(',')) {
        const name = /^(?:\[data-mode="elder"\] )?\.([\w-]+)$/.exec(selector.trim())?.[1];
        if (name) owners.set(name, (owners.get(name) ?? new Set()).add(file));
      }
    }
  }
  expect(owners.size).toBeGreaterThan(200);
  expect([...owners].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual([]);
});

/** A class written out in a screen and styled nowhere is a style that was forgotten, or a name that nobody needs. */
test('a class that a screen names is styled, by itself or together with one beside it', () => {
  const compounds = styles
    .flatMap(({ text }) => [...text.matchAll(/(?:\.[A-Za-z][\w-]*)+/g)])
    .map(([compound]) => compound.slice(1).split('.'));
  const screens = filesBelow('apps/storefront/src', /\.tsx$/).filter((file) => !isTestFile(file));
  const named = screens.flatMap((file) =>
    [...read(file).matchAll(/className="([^"]+)"/g)].map(([, names = '']) => ({ file, names: names.split(' ') })),
  );
  expect(named.length).toBeGreaterThan(500);
  const unstyled = named.flatMap(({ file, names }) =>
    names
      .filter((name) => !compounds.some((all) => all.includes(name) && all.every((one) => names.includes(one))))
      .map((name) => `${file}: ${name}`),
  );
  expect(unstyled).toEqual([]);
});

/** A page that is opened by itself has loaded no other page's styles: what it names it brings along. */
test('a page of the console brings the styles of the classes it names', () => {
  const everywhere = new Set(filesBelow('apps/console/src', /\.css$/).flatMap((file) => classesOf(read(file))));
  const frame = loadedWith('apps/console/src/main.tsx');
  const registry = 'apps/console/src/app/page-registry.ts';
  const pages = importsOf(registry).map(({ target }) => target);
  const opened = pages.filter((target) => target.startsWith('apps/console/src/pages/'));
  expect(opened.length).toBeGreaterThan(30);
  const unstyled = opened.flatMap((page) => {
    const files = [...loadedWith(page)];
    const styled = new Set(
      [...frame, ...files].filter((file) => file.endsWith('.css')).flatMap((file) => classesOf(read(file))),
    );
    const named = files
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) =>
        [...read(file).matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
      );
    return [...new Set(named)]
      .filter((name) => everywhere.has(name) && !styled.has(name))
      .map((name) => `${page}: ${name}`);
  });
  expect(unstyled).toEqual([]);
});

const classesOf = (css: string): string[] =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name);

/** A file of the console with everything it loads at once. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !file.startsWith('apps/console/src/')) return seen;
  seen.add(file);
  if (!/\.tsx?$/.test(file) || file.endsWith('page-registry.ts')) return seen;
  for (const { target } of importsOf(file)) loadedWith(target, seen);
  return seen;
}
