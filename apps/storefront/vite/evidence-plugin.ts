import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { reference } from './reference.ts';
import { stringTable } from './string-table.ts';

/** Modules of which a screen of a sale may show something. */
const OF_A_SALE =
  /\/storefront\/src\/(?:ui|context|app|landing|channel|pages\/(?:home|sale|login|account|family|insure|identity|pay|renew|withhold|assisted)|features\/(?:account|documents|draft-order|family|identity|insured|order|payment|plans|region|renewal|sale))\//;
/** A purchase as it was recorded once, of invented people: one event a line (`npm run bench:recording -- --sample`). */
const SAMPLE = join(import.meta.dirname, 'recorded-sale.txt');
const DOCUMENTS = resolve(import.meta.dirname, '..', '..', 'server', 'seed', 'documents');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Beside the files themselves: the same files compressed, the compiler's own notes, and what is written here. */
const NOT_SHOWN = /\.(?:br|gz)$|^\.vite\/|^evidence\//;
const MARK = '<meta name="format-detection"';

export interface BuildList {
  readonly build: string;
  /** SHA-256 of the string table. */
  readonly table: string;
  readonly assets: readonly {
    readonly path: string;
    readonly sha256: string;
    readonly type: string;
    readonly bytes: number;
  }[];
}

/**
 * Lists everything that the pages of this build can show, by its content, and makes its string table. Both stand in
 * `evidence/` beside the files, which the server passes on to the store of evidence and to no browser. What the browser needs
 * of it are the build's name, which goes into the page, and the table and the reference among the files.
 */
export function evidence(): Plugin {
  let folder = '';
  return {
    name: 'huimin:evidence',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler(_options, bundle) {
        writeEvidence(folder, codeOfASale(bundle));
      },
    },
  };
}

function codeOfASale(bundle: Rollup.OutputBundle): string[] {
  const code = new Map<string, string>();
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue;
    for (const [id, module] of Object.entries(chunk.modules)) {
      if (OF_A_SALE.test(id) && module.code) code.set(id, module.code);
    }
  }
  if (code.size === 0) throw new Error('no module of a sale was found: look again where they stand');
  return [...code.values()];
}

function writeEvidence(folder: string, code: readonly string[]): void {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  if (!page.includes(MARK)) throw new Error(`the page has no ${MARK}`);
  const documents = readdirSync(DOCUMENTS)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(join(DOCUMENTS, name), 'utf8'));
  const strings = stringTable({ page, code, documents });
  const table = Buffer.from(JSON.stringify(strings));
  const likely = reference(readFileSync(SAMPLE, 'utf8'), strings);
  write(join(folder, 'evidence', 'index.html'), page);
  write(join(folder, 'evidence', 'reference.txt'), likely);

  // Members in the order of canonical JSON, over which hashes are made.
  const listed = {
    assets: filesIn(folder)
      .filter((path) => !NOT_SHOWN.test(path) && path !== 'index.html')
      // The page before it was told what it is called.
      .concat('evidence/index.html', 'evidence/reference.txt')
      .sort()
      .map((path) => {
        const bytes = readFileSync(join(folder, path));
        const type = TYPES[extname(path)];
        if (type === undefined) throw new Error(`${path}: what kind of file is this?`);
        return { bytes: bytes.length, path, sha256: sha256(bytes), type };
      }),
    table: sha256(table),
  };
  const build = sha256(Buffer.from(JSON.stringify(listed))).slice(0, 32);
  const list: BuildList = { assets: listed.assets, build, table: listed.table };
  write(join(folder, 'evidence', 'builds', `${build}.json`), JSON.stringify(list));
  write(join(folder, 'evidence', 'tables', `${listed.table}.json`), table);
  write(join(folder, 'assets', `table-${build}.json`), table);
  write(join(folder, 'assets', `reference-${build}.txt`), likely);
  write(join(folder, 'index.html'), page.replace(MARK, `<meta name="build" content="${build}">${MARK}`));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
