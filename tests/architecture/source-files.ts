import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

export const root = resolve(import.meta.dirname, '..', '..');

/** One `import` or `export … from`, `target` being a path from the project's root or the name of a package. */
export type Import = { from: string; target: string; typeOnly: boolean };

const skipped = new Set(['node_modules', 'dist', '.cache', '.git', 'data', 'coverage']);

/** All files below `folder` (a path from the root) whose name ends as asked, as paths from the root. */
export function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** True for files that are there for tests only. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /(^|\/)testing\//.test(path) || path.startsWith('tests/');
}

/** What a file imports, static and dynamic, with our own packages resolved to their files. */
export function importsOf(path: string, source = read(path)): Import[] {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: Array<{ specifier: string; typeOnly: boolean }> = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    found.push({ specifier: moduleRequest.value, typeOnly: entries.length > 0 && entries.every((e) => e.isType) });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ specifier: moduleRequest.value, typeOnly: isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text)?.[2];
    if (literal) found.push({ specifier: literal, typeOnly: false });
  }
  return found.map(({ specifier, typeOnly }) => ({ from: path, target: resolveSpecifier(path, specifier), typeOnly }));
}

function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(from), specifier.replace(/\?.*$/, '')));
  const own = /^@huimin\/(contract|domain|evidence|testing|sandbox)(?:\/(.+))?$/.exec(specifier);
  if (!own) return specifier;
  const folder = own[1] === 'sandbox' ? 'apps/sandbox' : `packages/${own[1]}`;
  return own[2] ? `${folder}/src/${own[2]}/index.ts` : `${folder}/src/index.ts`;
}
