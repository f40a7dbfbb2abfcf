import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { consoleCallsPlugin } from './apps/console/vite/console-calls-plugin.ts';

const databaseTests = ['tests/integration/**/*.test.ts', '{packages,apps,tests/simulation}/**/*.db.test.ts'];
const withDatabase = './tests/postgres/vitest-setup.ts';

/**
 * Short texts that run for long, where a fresh clone begins with the longest texts. Begun last, each would run on alone while
 * the other core has nothing left to do.
 */
const LONG = [
  'first-seeds.db.test.ts',
  'further-seeds.db.test.ts',
  'console-roles.test.ts',
  'recording-matrix.test.ts',
  'screens.test.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Node loads these projects' files itself, as it loads the programs: nothing is transformed first. Without `vi.mock`. */
const NATIVE = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', new URL('./tests/jsx-in-node.ts', import.meta.url).href],
};

/**
 * unit         rules and everything else that needs no database
 * pages        single pages and their parts; each file loads its own modules, for these tests put others in their place
 * integration  against a real PostgreSQL, one database per file; three files at once, since each waits for its database a
 *              third of the time
 * e2e          whole programs and a real browser, three files at once, each with its own: with two a fifth of the time nobody worked
 *
 * Where files are not isolated they share a few processes and what these have loaded: no module keeps what a test changes.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps}/**/*.test.ts', 'tests/{architecture,simulation,tamper,vectors}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...databaseTests],
          environment: 'node',
          // What takes or waits for a second takes several on a busy machine.
          testTimeout: 20_000,
          expect: { poll: { timeout: 4_000 } },
          isolate: false,
          ...NATIVE,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [consoleCallsPlugin()],
        test: {
          name: 'pages',
          include: ['{packages,apps}/**/*.test.tsx'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          environment: 'node',
          testTimeout: 20_000,
          expect: { poll: { timeout: 4_000 } },
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: databaseTests,
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: withDatabase,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          isolate: false,
          ...NATIVE,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: withDatabase,
          // For what hangs: on a slow machine with other work a long journey takes two minutes.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // As long as a page's own waits.
          expect: { poll: { timeout: 20_000 } },
          isolate: false,
          ...NATIVE,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
