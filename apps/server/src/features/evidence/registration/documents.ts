import { sha256Hex } from '@huimin/evidence/bytes';
import type { DocumentVersion } from '../../configuration/index.ts';
import type { EvidenceLog } from '../log/evidence-log.ts';
import { type Registration, register } from './register.ts';

const keyOf = ({ editionCode, key, version }: DocumentVersion): string => `document/${editionCode}/${key}/${version}`;

/** The bytes that a document's SHA-256 is over. */
const bytesOf = ({ title, blocks }: DocumentVersion): Buffer => Buffer.from(JSON.stringify({ title, blocks }));

/**
 * Lets an edition show the documents that are registered: each version is kept under its SHA-256 and stands in the log before
 * anybody can read it. A version whose words are not those of its SHA-256, or that stands in the log with other words, is
 * never shown.
 */
export function admitDocuments(log: EvidenceLog) {
  // One after the other: what the first one registers the next one finds.
  let before: Promise<unknown> = Promise.resolve();
  return (versions: readonly DocumentVersion[]): Promise<(version: DocumentVersion) => boolean> => {
    const turn = before.then(() => admit(log, versions));
    before = turn.catch(() => undefined);
    return turn;
  };
}

async function admit(log: EvidenceLog, versions: readonly DocumentVersion[]) {
  const wanted: (Registration & { readonly version: DocumentVersion })[] = [];
  for (const version of versions) {
    const { editionCode: edition, key: id, sha256 } = version;
    const key = keyOf(version);
    const entry = { type: 'document', edition, id, version: version.version, sha256 } as const;
    if (sha256Hex(bytesOf(version)) === sha256) wanted.push({ version, key, entry });
    else log.log.error({ document: key }, 'a document is not the one of its SHA-256; it is not shown');
  }
  const known = await log.published(wanted.map(({ key }) => key));
  const original = { contentType: 'application/json' };
  try {
    for (const { key, version } of wanted) {
      if (!known.has(key)) await log.store.put(`documents/${version.sha256}`, bytesOf(version), original);
    }
  } catch (error) {
    log.log.error({ error: (error as Error).message }, 'a document could not be kept; it is not shown yet');
    return (version: DocumentVersion): boolean => known.has(keyOf(version));
  }
  const registered = await register(log, wanted);
  return (version: DocumentVersion): boolean => registered.has(keyOf(version));
}
