import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { sha256Hex } from '@huimin/evidence/bytes';
import { readTable } from '@huimin/evidence/events';
import type { EvidenceFiles } from './evidence-files.ts';

/** What a page shows beside its own words; nothing that runs. */
export const SHOWN_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** The files of the build that runs: what its pages show beside their own words. */
export function buildFiles(folder: string): EvidenceFiles {
  let reading: Promise<{ byPath: Map<string, string>; bySha: Map<string, { bytes: Buffer; type: string }> }> | null =
    null;

  async function read() {
    const byPath = new Map<string, string>();
    const bySha = new Map<string, { bytes: Buffer; type: string }>();
    const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
    for (const name of names) {
      const type = SHOWN_TYPES[extname(name)];
      if (type === undefined) continue;
      const bytes = await readFile(join(folder, name));
      const sha256 = sha256Hex(bytes);
      byPath.set(`/${name.replaceAll('\\', '/')}`, sha256);
      bySha.set(sha256, { bytes, type });
    }
    return { byPath, bySha };
  }

  const known = () => {
    reading ??= read();
    return reading;
  };
  return {
    assetAt: async (_build, path) => (await known()).byPath.get(path) ?? null,
    file: async (sha256) => (await known()).bySha.get(sha256) ?? null,
    async table(sha256) {
      const path = join(folder, 'evidence', 'tables', `${sha256}.json`);
      const bytes = /^[\da-f]{64}$/.test(sha256) && existsSync(path) ? await readFile(path) : null;
      return bytes !== null && sha256Hex(bytes) === sha256 ? readTable(bytes.toString()) : null;
    },
  };
}
