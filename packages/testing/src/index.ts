export { copyOfDatabase, type FreshDatabase, freshDatabase } from './fresh-database.ts';
export { type Person, people, syntheticIdNumber, syntheticPhone } from './people.ts';
export { stopOnSignal } from './stop-on-signal.ts';
export { createTestClock, type TestClock, testEpochMs } from './test-clock.ts';
export { announceTestPostgres, currentTestPostgres, databaseUrl, isDistributed, onServer } from './test-postgres.ts';
