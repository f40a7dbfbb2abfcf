export { copyOfDatabase, type FreshDatabase, freshDatabase } from './fresh-database.ts';
export { type Person, people, syntheticIdNumber, syntheticPhone } from './people.ts';
export { createTestClock, type TestClock, testEpochMs } from './test-clock.ts';
