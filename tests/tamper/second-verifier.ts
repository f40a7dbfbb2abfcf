import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, writeZip } from '@huimin/evidence/package';
import { chanceOf, sampleWorld } from '@huimin/evidence/sample';
import { opensslMissing, pythonMissing } from '../../scripts/outside-verifiers.mjs';
import { CLASSES, mutate } from './mutations.ts';
import { filesOf } from './tampering.ts';

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

/** Asks both verifiers about packages, every second one damaged. */
export async function compare({ packages, seed, done = () => {} }: CompareOptions): Promise<Comparison> {
  const chance = chanceOf(seed);
  const kinds = Object.keys(CLASSES);
  const result: Comparison = { verdicts: {}, differences: [] };
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  try {
    for (let first = 0; first < packages; first += BATCH) {
      // In every second batch the keys change in the middle, and what was stamped is stamped again.
      const kept = (first / BATCH) % 2 === 1 ? { rotates: true, archivedAt: Date.UTC(2026, 10, 20) } : {};
      const world = sampleWorld({ seed: seed * 1_000 + first, count: BATCH, ...kept });
      const own = new Map<string, { what: string; verdict: string }>();
      for (let number = 0; number < Math.min(BATCH, packages - first); number++) {
        const whole = filesOf(world, number);
        const kind = kinds[(first / 2 + number) % kinds.length] as string;
        const mutation = number % 2 === 0 ? null : mutate(whole, kind, chance);
        // openssl looks at less of a time stamp than we do.
        const files = mutation?.plain ? mutation.files : whole;
        const path = join(folder, `${first + number}.evidence`);
        writeFileSync(path, writeZip(files));
        own.set(path, {
          what: mutation?.plain ? mutation.what : 'whole',
          verdict: checkPackage(files, 'whole').verdict,
        });
      }
      const theirs = await secondVerdicts([...own.keys()]);
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
