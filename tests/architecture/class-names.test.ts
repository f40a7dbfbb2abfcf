import { expect, test } from 'vitest';
import { filesBelow, read } from './source-files.ts';

/** Styles of all screens stay in the page once loaded: a name that two files style makes one screen change another. */
test('a class of the storefront is styled on its own in one file', () => {
  const owners = new Map<string, Set<string>>();
  for (const file of filesBelow('apps/storefront/src', /\.css$/)) {
    const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '');
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
