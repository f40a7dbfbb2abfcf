import { join } from 'node:path';
import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
const OURS = join(import.meta.dirname, '../src/app/fetch-files.ts');

/** Puts our own way to fetch a chunk with its files in the place of Vite's: every visitor carries it in the first file. */
export function importWithFiles(): Plugin {
  return {
    name: 'huimin:import-with-files',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: { include: [/^\0vite\/preload-helper\.js$/] } },
      handler: (id) =>
        id === HELPER ? `export { importWithFiles as __vitePreload } from ${JSON.stringify(OURS)};` : null,
    },
  };
}
