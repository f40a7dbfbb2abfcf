export { copyOfDatabase, type FreshDatabase, freshDatabase } from './fresh-database.ts';
export { type Person, people, syntheticIdNumber, syntheticPhone } from './people.ts';
export { isDistributed } from './spread-over-citus.ts';
export { stopOnSignal } from './stop-on-signal.ts';
export { createTestClock, type TestClock, testEpochMs } from './test-clock.ts';
export { sweepFolders, throwAwayFolder } from './throw-away-folder.ts';
