import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkPackage, writeZip } from '@huimin/evidence/package';
import {
  below,
  type Chance,
  chanceOf,
  type SampleOptions,
  type SampleTrait,
  sampleAuthority,
  sampleWorld,
} from '@huimin/evidence/sample';
import { opensslMissing, pythonMissing } from '../../scripts/outside-verifiers.mjs';
import { edgePackages } from './edge-cases.ts';
import { logPackages } from './log-cases.ts';
import { damaged } from './more-mutations.ts';
import { type RawPackage, rawPackages } from './package-cases.ts';
import { sealedWrongly, takenWrongly } from './sealed-wrongly.ts';
import { SECOND_KEY, signedTwice } from './second-line.ts';
import { stampPackages } from './stamp-cases.ts';
import { filesOf } from './tampering.ts';
import { zipOtherwise } from './zip-otherwise.ts';

export const SECOND_VERIFIER = new URL('../../tools/verify_evidence.py', import.meta.url).pathname;

/** Why the second verifier cannot run here; null when it can. */
export const secondVerifierMissing = (): string | null => pythonMissing() ?? opensslMissing();

const BATCH = 20;

export interface Comparison {
  verdicts: Record<string, number>;
  differences: string[];
}

interface CompareOptions {
  packages: number;
  seed: number;
  done?(differences: number): void;
}

const TRAITS: SampleTrait[] = ['plain-sale', 'plain-sale', 'no-order', 'two-tabs', 'gap', 'addendum', 'erased'];
const day = (number: number): number => Date.UTC(2026, 10, number);

/** An authority whose certificate has ended since. */
const ended = sampleAuthority({ kind: 'ec', name: 'Ended', valid: [day(1), day(20)] });
const lasting = sampleAuthority({ kind: 'ec', name: 'Lasting' });

/** What is about the recordings of a batch, one after the other. */
const CIRCUMSTANCES: ((chance: Chance) => Partial<SampleOptions>)[] = [
  () => ({}),
  () => ({ rotates: true, archivedAt: day(19) }),
  () => ({ traits: TRAITS, authorities: [ended, lasting], archivedAt: day(19) }),
  (chance) => ({ traits: TRAITS, seals: (sealed) => sealedWrongly(sealed, chance) }),
  (chance) => ({ takes: (chunk) => (below(chance, 15) === 0 ? takenWrongly(chunk, chance) : chunk) }),
  () => ({ traits: TRAITS, rotates: true, authorities: [ended, lasting], archivedAt: day(21) }),
  () => ({ authorities: [lasting, ended], archivedAt: day(19) }),
  () => ({ rotates: 'unsigned' }),
];

/** Asks both verifiers about packages, every second one damaged. */
export async function compare({ packages, seed, done = () => {} }: CompareOptions): Promise<Comparison> {
  const chance = chanceOf(seed);
  const result: Comparison = { verdicts: {}, differences: [] };
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  try {
    for (let first = 0; first < packages; first += BATCH) {
      const batch = first / BATCH;
      const circumstances = CIRCUMSTANCES[batch % CIRCUMSTANCES.length] as (typeof CIRCUMSTANCES)[number];
      // Trees of all sizes.
      const count = batch % 2 === 0 ? BATCH : 1 + below(chance, 6);
      const world = sampleWorld({ seed: seed * 1_000 + first, count, ...circumstances(chance) });
      const own = new Map<string, { what: string; verdict: string }>();
      for (let number = 0; number < Math.min(BATCH, packages - first); number++) {
        const whole = filesOf(world, number % count);
        if (number % 4 === 0) whole.set('checkpoint', signedTwice(whole.get('checkpoint') as Buffer, number % 8 > 0));
        const mutation =
          number % 2 === 0 ? null : damaged(whole, filesOf(world, (number + 1) % count), (first + number) >> 1, chance);
        const files = mutation?.files ?? whole;
        const path = join(folder, `${first + number}.evidence`);
        writeFileSync(path, writeZip(files));
        own.set(path, {
          what: mutation?.what ?? 'whole',
          verdict: checkPackage(files, 'whole', { secondLine: SECOND_KEY }).verdict,
        });
      }
      const theirs = await secondVerdicts(
        [...own.keys()],
        ['--sm2-key', SECOND_KEY.verifier.publicKey.toString('base64')],
      );
      for (const [path, { what, verdict }] of own) {
        result.verdicts[verdict] = (result.verdicts[verdict] ?? 0) + 1;
        const other = theirs.get(path) ?? 'nothing';
        if (other !== verdict)
          result.differences.push(`${what} (${world.recordings.length}): ${verdict}, the second says ${other}`);
        rmSync(path);
        done(result.differences.length);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

/** Where one of both says something else than the format asks of packages at the edge of a check. */
export async function compareEdges(seed: number): Promise<{ packages: number; differences: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  try {
    const edges: (RawPackage & { roots?: string })[] = [
      ...[...edgePackages(seed), ...stampPackages(seed), ...logPackages(seed)].map(({ files, ...edge }) => ({
        ...edge,
        bytes: writeZip(files),
      })),
      ...rawPackages(seed),
    ];
    const packages = edges.map((edge, number) => ({ ...edge, path: join(folder, `${number}.evidence`) }));
    for (const { path, bytes } of packages) writeFileSync(path, bytes);
    const theirs = await secondVerdictsByRoots(packages, folder);
    const differences = packages.flatMap(({ what, verdict, bytes, path, roots = null }) => {
      const said = [checkPackage(bytes, 'whole', { stampRoots: roots }).verdict, theirs.get(path) ?? 'nothing'];
      return said.every((word) => word === verdict) ? [] : [`${what}: ${verdict}, they say ${said.join(' and ')}`];
    });
    return { packages: packages.length, differences };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A call for each of the roots that are known from elsewhere. */
async function secondVerdictsByRoots(
  packages: readonly { path: string; roots?: string }[],
  folder: string,
): Promise<Map<string, string>> {
  const verdicts = new Map<string, string>();
  const file = join(folder, 'roots.pem');
  for (const [roots, of] of Map.groupBy(packages, (one) => one.roots)) {
    if (roots !== undefined) writeFileSync(file, roots);
    const paths = of.map(({ path }) => path);
    for (const [path, word] of await secondVerdicts(paths, roots === undefined ? [] : ['--roots', file])) {
      verdicts.set(path, word);
    }
  }
  return verdicts;
}

/** Asks both about packages of which some byte is another one, most of them in what a ZIP says of its files. */
export async function compareBytes(packages: number, seed: number): Promise<Comparison> {
  const chance = chanceOf(seed);
  const result: Comparison = { verdicts: {}, differences: [] };
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  try {
    const whole = writeZip(filesOf(sampleWorld({ seed, count: 1, traits: ['plain-sale'] }), 0));
    const own = new Map<string, string>();
    for (let number = 0; number < packages; number++) {
      const path = join(folder, `${number}.evidence`);
      const bytes = zipOtherwise(whole, chance);
      writeFileSync(path, bytes);
      own.set(path, checkPackage(bytes, 'whole').verdict);
    }
    const theirs = await secondVerdicts([...own.keys()]);
    for (const [path, verdict] of own) {
      result.verdicts[verdict] = (result.verdicts[verdict] ?? 0) + 1;
      const other = theirs.get(path) ?? 'nothing';
      if (other !== verdict) result.differences.push(`${basename(path)}: ${verdict}, the second says ${other}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

/** What the second verifier says of each package. */
export async function secondVerdicts(
  paths: readonly string[],
  args: readonly string[] = [],
): Promise<Map<string, string>> {
  const child = spawn('python3', [SECOND_VERIFIER, ...args, ...paths], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const part of child.stdout.setEncoding('utf8')) output += part;
  return new Map([...output.matchAll(/^(.+?): VERDICT (\S+)/gm)].map(([, path = '', word = '']) => [path, word]));
}
