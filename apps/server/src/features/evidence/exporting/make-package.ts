import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { sha256Hex } from '@huimin/evidence/bytes';
import { readEntry } from '@huimin/evidence/log';
import { type PackageInfo, packageFiles, zipWriter } from '@huimin/evidence/package';
import type { Manifest } from '@huimin/evidence/sealed';
import type { Evidence } from '@huimin/evidence/verify';
import { recordingByTrace } from '../../recording/index.ts';
import { beginRun, type CheckingDependencies } from '../checking/check-run.ts';
import { type GatheredObject, gather } from '../checking/gather.ts';
import { type PackageContentKind, readMe } from './read-me.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..', '..');
/** What comes along for whoever gets a package. The player is there when the console is built. */
const ALONG = [
  ['player.html', join(ROOT, 'apps', 'console', 'dist', 'offline', 'offline.html')],
  ['verify_evidence.py', join(ROOT, 'tools', 'verify_evidence.py')],
  ['evidence-format.md', join(ROOT, 'docs', 'evidence-format.md')],
] as const;
/** What a page shows beside its own words. */
const SHOWN = new Set(['.css', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.svg', '.ico', '.woff', '.woff2']);

interface ListedAsset {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface PackageOrder {
  readonly trace: string;
  readonly content: PackageContentKind;
  readonly exportedAtMs: number;
  readonly fileName: string;
}

export interface MadePackage {
  /** Of all files, before they are packed: by it one sees how far it has come. */
  readonly bytes: number;
  readonly pieces: AsyncGenerator<Buffer>;
}

/**
 * A recording as a package, made piece by piece while it is sent. Null where nothing of it is sealed. What is not in the store
 * is left out; the check of the package says so.
 */
export async function makePackage(deps: CheckingDependencies, order: PackageOrder): Promise<MadePackage | null> {
  const run = await beginRun(deps, 'whole');
  const gathered = await gather(run, order.trace);
  if (gathered === null || run.checkpoint === null) return null;
  const { evidence } = gathered;
  const manifests = gathered.objects.flatMap(({ manifest }) => manifest ?? []);
  const info = await infoOf(deps, order, evidence);
  const first = packageFiles({
    info,
    ...{ objects: evidence.objects, captures: evidence.captures, registered: evidence.registered },
    ...{ erased: evidence.erased, signers: evidence.signers, checkpoint: run.checkpoint },
    ...{ stamps: evidence.stamps, archives: evidence.archives },
    keys: await keysFor(deps, order),
    files: namedFiles(evidence, manifests),
  });
  first.set(
    'README.txt',
    readMe({ ...order, ...info, orderNo: info.order?.orderNo ?? null, manifests: sums(gathered) }),
  );
  for (const [name, path] of ALONG) if (existsSync(path)) first.set(name, await readFile(path));
  const assets = assetsOf(evidence, manifests);
  let bytes = 0;
  for (const file of first.values()) bytes += file.length;
  for (const size of assets.values()) bytes += size;
  return { bytes, pieces: piecesOf(deps, first, [...assets.keys()]) };
}

/** One file after the other: what is in memory at once is never more than the recording itself. */
async function* piecesOf(
  { store }: Pick<CheckingDependencies, 'store'>,
  files: ReadonlyMap<string, Uint8Array>,
  assets: readonly string[],
): AsyncGenerator<Buffer> {
  const zip = zipWriter();
  for (const [name, bytes] of files) yield Buffer.concat(zip.add(name, bytes));
  for (const hash of assets) {
    const bytes = await store.get(`assets/${hash}`);
    if (bytes !== null && sha256Hex(bytes) === hash) yield Buffer.concat(zip.add(`assets/${hash}`, bytes));
  }
  yield Buffer.from(zip.end());
}

async function infoOf(
  { evidenceLog }: CheckingDependencies,
  { trace, content, exportedAtMs }: PackageOrder,
  { objects, order }: Evidence,
): Promise<PackageInfo> {
  const { name, verifier } = await evidenceLog.key();
  return {
    format: 'huimin-evidence/1',
    trace,
    addenda: objects.length - 1,
    exportedAt: exportedAtMs,
    masked: content !== 'unmasked',
    origin: name,
    logKey: verifier.publicKey.toString('base64'),
    signingKey: evidenceLog.signer.publicKey.toString('base64'),
    order,
  };
}

async function keysFor(
  { database, keysOf }: CheckingDependencies,
  { trace, content }: PackageOrder,
): Promise<{ view: Buffer; values: Buffer | null } | null> {
  const recording = content === 'proofs' ? null : await recordingByTrace(database.query, trace);
  const keys = recording && (keysOf?.(recording) ?? null);
  return keys && { view: keys.view.export(), values: content === 'unmasked' ? keys.values.export() : null };
}

export const sums = ({ objects }: { readonly objects: readonly GatheredObject[] }): string[] =>
  objects.flatMap(({ plan }) => plan.manifest_sha256?.toString('hex') ?? []);

/** Lists of builds, tables of strings and documents that the manifests name. */
function* namedFiles({ files }: Evidence, manifests: readonly Manifest[]): Generator<readonly [string, Uint8Array]> {
  const wanted = new Map<string, Uint8Array | null | undefined>();
  for (const { builds, tables, documents } of manifests) {
    for (const build of builds) wanted.set(`builds/${build}.json`, files?.read('builds', build));
    for (const table of tables) wanted.set(`tables/${table}.json`, files?.read('tables', table));
    for (const { sha256: hash } of documents) wanted.set(`documents/${hash}`, files?.read('documents', hash));
  }
  for (const [name, bytes] of wanted) if (bytes) yield [name, bytes];
}

/** Style sheets, pictures and fonts of the builds, by SHA-256, with their sizes. Only a list that was registered is believed. */
function assetsOf({ files, registered }: Evidence, manifests: readonly Manifest[]): Map<string, number> {
  const found = new Map<string, number>();
  const entries = registered.map(({ entry }) => readEntry(entry));
  for (const build of new Set(manifests.flatMap(({ builds }) => builds))) {
    const bytes = files?.read('builds', build);
    const hash = bytes && sha256Hex(bytes);
    if (!entries.some((one) => one?.type === 'build' && one.build === build && one.sha256 === hash)) continue;
    const { assets } = JSON.parse(Buffer.from(bytes as Uint8Array).toString()) as { assets: readonly ListedAsset[] };
    for (const one of assets) if (SHOWN.has(extname(one.path).toLowerCase())) found.set(one.sha256, one.bytes);
  }
  return found;
}
