import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The keys of a data folder that nobody gave keys for: made once each, kept beside the data they open.
 * Returns them under the names of the settings they stand for.
 */
export function openDevelopmentKeys(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'keys.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const made = {
    DATA_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    INDEX_KEY: randomBytes(32).toString('base64'),
    NUMBER_KEY: randomBytes(16).toString('base64'),
    PAPER_KEY: randomBytes(16).toString('base64'),
    EVIDENCE_KEY: `k1:${randomBytes(32).toString('base64')}`,
    EVIDENCE_SIGNING_KEY: randomBytes(32).toString('base64'),
    ...kept,
  };
  if (Object.keys(made).length === Object.keys(kept).length) return kept;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(made, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return made;
}
