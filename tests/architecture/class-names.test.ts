import { expect, test } from 'vitest';
import { filesBelow, isTestFile, read } from './source-files.ts';

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
