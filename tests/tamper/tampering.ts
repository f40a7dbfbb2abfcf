import { checkPackage, packageFiles } from '@huimin/evidence/package';
import { chanceOf, type SampleWorld, sampleWorld } from '@huimin/evidence/sample';
import { CLASSES, mutate } from './classes.ts';
import type { Files, Mutation } from './mutations.ts';
import { SECOND_KEY } from './second-line.ts';

const CLEAN = 0.1;
const PER_WORLD = 500;

/** What a run found. `missed`: what was not found, or not where it is. */
export interface Tally {
  mutations: number;
  clean: number;
  missed: string[];
  falseAlarms: string[];
  byClass: Record<string, number>;
}

export interface TamperOptions {
  mutations: number;
  seed: number;
  done?(missed: number): void;
}

export const filesOf = (world: SampleWorld, number: number): Files =>
  new Map(
    [...packageFiles(world.content(number, number % 2 === 0))].map(([name, bytes]) => [name, Buffer.from(bytes)]),
  );

/** Damages packages one thing at a time, class by class, and says what the checks did not find or not name. */
export function tamper({ mutations, seed, done = () => {} }: TamperOptions): Tally {
  const chance = chanceOf(seed);
  const kinds = Object.keys(CLASSES);
  const tally: Tally = { mutations: 0, clean: 0, missed: [], falseAlarms: [], byClass: {} };
  for (let first = 0; first < mutations; first += PER_WORLD) {
    const world = sampleWorld({ seed: seed * 1_000 + first, count: 20 });
    world.trust.secondLine = SECOND_KEY;
    for (let number = 0; number < Math.min(PER_WORLD, mutations - first); number++) {
      const recording = number % world.recordings.length;
      const files = filesOf(world, recording);
      const kind = kinds[(first + number) % kinds.length] as string;
      const mutation = mutate(files, kind, chance);
      const problem = missed(mutation, world);
      if (problem !== null) tally.missed.push(`${world.recordings[recording]?.trait}, ${problem}`);
      tally.mutations += 1;
      tally.byClass[kind] = (tally.byClass[kind] ?? 0) + 1;
      if (chance() < CLEAN) {
        const { verdict, first: wrong } = checkPackage(files, 'deep', { trust: world.trust });
        tally.clean += 1;
        if (verdict !== 'intact' && verdict !== 'intact-with-gaps')
          tally.falseAlarms.push(`${verdict} ${wrong?.where}`);
      }
      done(tally.missed.length + tally.falseAlarms.length);
    }
  }
  return tally;
}

function missed({ what, places, files }: Mutation, world: SampleWorld): string | null {
  const { verdict, findings } = checkPackage(files, 'whole', { trust: world.trust });
  const named = findings.flatMap(({ problems }) => problems.map(({ where }) => where));
  if (verdict !== 'altered' && verdict !== 'incomplete') return `${what}: ${verdict}`;
  return named.some((where) => places.some((place) => where.startsWith(place)))
    ? null
    : `${what}: only ${named.join(', ')}`;
}
