import { resolve } from 'node:path';
import { type Signer, signerOf } from '@huimin/evidence/signature';
import { createFolderStore } from './adapters/folder-store/create-folder-store.ts';
import type { Exchange } from './adapters/http-exchange.ts';
import { createS3Store } from './adapters/s3-store/create-s3-store.ts';
import { createSm2Line } from './adapters/sm2-note/second-line.ts';
import { createTimeStampAuthority } from './adapters/time-stamps/create-authority.ts';
import type { StampingAuthority } from './features/evidence/index.ts';
import type { ObjectStore } from './ports/object-store.ts';
import type { Clock } from './ports/outside.ts';
import type { SecondLine } from './ports/second-line.ts';
import type { Settings } from './settings.ts';

export { sm2NoteKey } from './adapters/sm2-note/second-line.ts';

type StoreSettings = Pick<
  Settings,
  | 'dataDir'
  | 'evidenceStore'
  | 'evidenceCheckpointDir'
  | 'evidenceS3Origin'
  | 'evidenceS3Region'
  | 'evidenceS3AccessKeyId'
  | 'evidenceS3SecretAccessKey'
>;

export interface EvidenceStores {
  /** Sealed recordings, the log's files, and what pages and documents consist of. */
  readonly store: ObjectStore;
  /** Copies of the log's checkpoints. */
  readonly copies: ObjectStore;
  closeConnections(): void;
}

/** The two places of the settings where evidence is kept. `waits` is for a program that has nothing else to do. */
export function createEvidenceStores(settings: StoreSettings, clock: Clock, waits = false): EvidenceStores {
  const closes: (() => void)[] = [];
  const open = (place: StoreSettings['evidenceStore'], usual: string): ObjectStore => {
    if (place === null || 'folder' in place) {
      return createFolderStore({ folder: resolve(place?.folder ?? `${settings.dataDir}/${usual}`), clock, waits });
    }
    const { evidenceS3Origin: origin, evidenceS3AccessKeyId: accessKeyId } = settings;
    const secretAccessKey = settings.evidenceS3SecretAccessKey;
    if (!origin || !accessKeyId || !secretAccessKey) throw new Error('a bucket without its store');
    const region = settings.evidenceS3Region;
    const s3 = createS3Store({ ...place, origin, region, accessKeyId, secretAccessKey, clock });
    closes.push(() => s3.close());
    return s3;
  };
  return {
    store: open(settings.evidenceStore, 'evidence'),
    copies: open(settings.evidenceCheckpointDir, 'checkpoints'),
    closeConnections() {
      for (const close of closes) close();
    },
  };
}

/** Who stamps the log with the time, as far as the settings name somebody. */
export function timeStampAuthorities(settings: Settings, exchange: Exchange): StampingAuthority[] {
  const { tsaUrl, tsaUrl2, tsaRoots, tsaRoots2 } = settings;
  const given = [
    { number: 1, url: tsaUrl, roots: tsaRoots },
    { number: 2, url: tsaUrl2, roots: tsaRoots2 },
  ] as const;
  return given.flatMap(({ number, url, roots }) =>
    url === null ? [] : { number, roots: roots || null, ...createTimeStampAuthority(url, exchange) },
  );
}

/** Who signs receipts, manifests and the log. */
export function evidenceSigners({
  evidenceSigningKeys: [key, former],
  evidenceSm2Key,
}: Pick<Settings, 'evidenceSigningKeys' | 'evidenceSm2Key'>): {
  readonly signer: Signer;
  readonly formerSigner: Signer | null;
  readonly secondLine: SecondLine | null;
} {
  return {
    signer: signerOf(key),
    formerSigner: former === undefined ? null : signerOf(former),
    secondLine: evidenceSm2Key === null ? null : createSm2Line(evidenceSm2Key),
  };
}

/** The roots of the time stamp authorities; null when none is given, which believes those that come along. */
export const knownRoots = ({ tsaRoots, tsaRoots2 }: Pick<Settings, 'tsaRoots' | 'tsaRoots2'>): string | null =>
  `${tsaRoots}\n${tsaRoots2}`.trim() || null;
