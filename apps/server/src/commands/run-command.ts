import { type Database, openDatabase } from '../db/database.ts';
import { reachDatabase } from '../db/reach-database.ts';
import { readStartSettings, type StartSettings } from '../settings.ts';
import { StartupProblem } from '../startup-problem.ts';

/** What a command works with; it answers its exit code. */
export interface CommandInput {
  readonly database: Database;
  readonly settings: StartSettings;
  readonly args: readonly string[];
}

/** Runs one command on the shop's database and ends the process: with its code, or with 1 after a problem. */
export async function runCommand(work: (input: CommandInput) => Promise<number>): Promise<never> {
  try {
    const settings = readStartSettings(process.env);
    const reached = await reachDatabase(settings);
    const database = openDatabase({ url: reached.url, maxConnections: 2 });
    try {
      process.exitCode = await work({ database, settings, args: process.argv.slice(2) });
    } finally {
      await database.close();
      await reached.stop();
    }
  } catch (error) {
    if (error instanceof StartupProblem) console.error(`\n✗ ${error.what}\n\n→ ${error.remedy}\n`);
    else console.error(error);
    process.exitCode = 1;
  }
  process.exit();
}
