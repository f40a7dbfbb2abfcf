import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expandWire, wireBuildOf } from '@huimin/evidence/wire';

const EVIDENCE = join(import.meta.dirname, '..', '..', 'apps', 'storefront', 'dist', 'client', 'evidence');
const MOST = 8_388_608;

/** A batch of a recording as a page sent it, in whichever of the ways of the format. Throws when it is none. */
export function sentBatch<T>(body: Buffer | null): T {
  const bytes = body === null ? Buffer.from('{}') : body[0] === 0x1f ? gunzipSync(body) : body;
  const build = wireBuildOf(bytes);
  if (build === null) return JSON.parse(bytes.toString());
  const { table } = JSON.parse(readFileSync(join(EVIDENCE, 'builds', `${build}.json`), 'utf8'));
  const reference = readFileSync(join(EVIDENCE, 'reference.txt'));
  const batch = expandWire(bytes, { table, reference }, MOST);
  if (batch === null) throw new Error('a short batch that cannot be read');
  return batch as T;
}
