import { defineConfig } from 'vitest/config';

const databaseTests = ['tests/integration/**/*.test.ts', '{packages,apps,tests/simulation}/**/*.db.test.ts'];
const withDatabase = './packages/testing/src/vitest-setup.ts';

/**
 * unit         rules and everything else that needs no database
 * integration  against a real PostgreSQL, one database per file
 * e2e          whole programs and a real browser, two files at once, each with its own
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{packages,apps}/**/*.test.{ts,tsx}',
            'tests/{architecture,simulation,tamper,vectors}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', ...databaseTests],
          environment: 'node',
          // What is polled comes when a machine gets to it; a busy one takes longer than the usual second.
          expect: { poll: { timeout: 4_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: databaseTests,
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: withDatabase,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: withDatabase,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As long as a page's own waits.
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
