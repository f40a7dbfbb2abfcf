import { currentTestPostgres } from '@huimin/testing';
import { startTestPostgres } from './start-test-postgres.ts';

/** Global setup of the projects that need a database. A run with several of them shares the first one's server. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  return currentTestPostgres() === null ? startTestPostgres() : undefined;
}
