import type { RecordedEvent } from '@huimin/evidence/events';
import type { Resolve } from '@huimin/evidence/replay';
import type { EvidenceFiles } from './evidence-files.ts';

/** What a page of ours loads from its own server. */
const OWN_FILE =
  /(?:https?:\/\/[^/"'\s)]{1,200})?(\/[0-9A-Za-z._/-]{1,300}\.(?:css|png|jpe?g|gif|webp|avif|svg|woff2?|ico))(?![\w.])/g;
const PICTURE = /^data:(?:image|font)\//i;

/**
 * By what the addresses in events are replaced: by `asset:` and the SHA-256 of the file that the build had there. What
 * no build had is not shown: a player asks nobody for anything.
 */
export async function addressesIn(
  files: EvidenceFiles,
  build: string,
  events: readonly RecordedEvent[],
): Promise<Resolve> {
  const paths = new Set(Array.from(JSON.stringify(events).matchAll(OWN_FILE), ([, path]) => path as string));
  const known = new Map<string, string>();
  for (const path of paths) {
    const sha256 = await files.assetAt(build, path);
    if (sha256 !== null) known.set(path, sha256);
  }
  return (address) => {
    if (PICTURE.test(address) || address.startsWith('#')) return address;
    const path = /^(?:https?:\/\/[^/]+)?(\/[^?#]*)/.exec(address)?.[1];
    const sha256 = path === undefined ? undefined : known.get(path);
    return sha256 === undefined ? null : `asset:${sha256}`;
  };
}
