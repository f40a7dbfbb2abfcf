import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const BUILT = join(import.meta.dirname, '..', '..', 'apps', 'storefront', 'dist');

/** The build that is there, to be changed by `nextRelease`. */
export function copyOfBuild(folder: string): void {
  cpSync(BUILT, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) });
}

/**
 * Turns a build into the one after it: every style sheet says something else and every picture and sheet has another name, the
 * string table counts the other way round, and nothing of before is left.
 */
export function nextRelease(folder: string, number: number): void {
  const client = join(folder, 'client');
  const evidence = join(client, 'evidence');
  const [list = ''] = readdirSync(join(evidence, 'builds'));
  const former = JSON.parse(readFileSync(join(evidence, 'builds', list), 'utf8')) as List;
  const renamed = new Map<string, string>();
  for (const { path } of former.assets) {
    const name = path.startsWith('assets/') ? path.slice('assets/'.length) : '';
    if (!/\.(?:css|png|svg|webp|jpg)$/.test(name)) continue;
    const from = join(client, path);
    if (name.endsWith('.css')) writeFileSync(from, `${readFileSync(from, 'utf8')}${OTHER_LOOK}/* ${number} */`);
    const next = name.replace(/[\w-]{7}(?=\.\w+$)/, sha256(`${name} ${number}`).slice(0, 7));
    renameSync(from, join(client, 'assets', next));
    renamed.set(name, next);
  }
  for (const path of [...filesIn(client), ...filesIn(join(folder, 'server')).map((name) => `../server/${name}`)]) {
    if (!/\.(?:js|css|html|json)$/.test(path) || path.startsWith('evidence/builds')) continue;
    const text = readFileSync(join(client, path), 'utf8');
    let changed = text;
    for (const [name, next] of renamed) changed = changed.replaceAll(name, next);
    if (changed !== text) writeFileSync(join(client, path), changed);
  }
  const strings = JSON.parse(readFileSync(join(evidence, 'tables', `${former.table}.json`), 'utf8')) as string[];
  const table = JSON.stringify(strings.reverse());
  const { build: old } = former;
  for (const name of [`assets/table-${old}.json`, `assets/reference-${old}.txt`]) rmSync(join(client, name));
  for (const name of ['builds', 'tables']) rmSync(join(evidence, name), { recursive: true });
  const assets = former.assets
    .map(({ path, type }) => {
      const name = renamed.get(path.slice('assets/'.length));
      const now = name === undefined ? path : `assets/${name}`;
      const bytes = readFileSync(join(client, now));
      return { bytes: bytes.length, path: now, sha256: sha256(bytes), type };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const listed = { assets, table: sha256(table) };
  const build = sha256(JSON.stringify(listed)).slice(0, 32);
  for (const name of ['builds', 'tables']) mkdirSync(join(evidence, name));
  writeFileSync(join(evidence, 'builds', `${build}.json`), JSON.stringify({ assets, build, table: listed.table }));
  writeFileSync(join(evidence, 'tables', `${listed.table}.json`), table);
  writeFileSync(join(client, 'assets', `table-${build}.json`), table);
  cpSync(join(evidence, 'reference.txt'), join(client, 'assets', `reference-${build}.txt`));
  const page = join(client, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll(old, build));
}

interface List {
  readonly build: string;
  readonly table: string;
  readonly assets: readonly { readonly path: string; readonly sha256: string; readonly type: string }[];
}

/** Nobody would take it for the look of before. */
const OTHER_LOOK =
  ':root{--c-primary:#0a7;--c-page:#ffd}body{font-family:monospace;letter-spacing:2px;background:#dfd}#root{padding:24px;filter:hue-rotate(120deg)}';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
