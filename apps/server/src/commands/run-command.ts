import { type Database, openDatabase } from '../db/database.ts';
import { reachDatabase } from '../db/reach-database.ts';
import { readStartSettings, type StartSettings } from '../settings.ts';
import { StartupProblem, UsageProblem } from '../startup-problem.ts';

/** What a command works with; it answers its exit code. */
export interface CommandInput {
  readonly database: Database;
  /** Where that is, for a thread that needs connections of its own. */
  readonly databaseUrl: string;
  readonly settings: StartSettings;
  readonly args: readonly string[];
}

/** Exit codes of a command that did not do its work. */
export interface ProblemCodes {
  readonly notUnderstood: number;
  readonly notCarriedOut: number;
}

const USUAL: ProblemCodes = { notUnderstood: 1, notCarriedOut: 1 };

/** Runs one command on the shop's database and ends the process: with its code, or with 1 after a problem. */
export const runCommand = (work: (input: CommandInput) => Promise<number>): Promise<never> =>
  endProcess(() => onDatabase(work));

/** Ends the process with the code of what is done, or with one of `codes` after a problem, which is told. */
export async function endProcess(work: () => Promise<number>, codes: ProblemCodes = USUAL): Promise<never> {
  // What breaks beside the work, such as a connection that falls.
  process.once('uncaughtException', (error) => process.exit(told(error, codes)));
  process.exitCode = await work().catch((error: unknown) => told(error, codes));
  process.exit();
}

/** Works on the shop's database, which is reached before and let go after. */
export async function onDatabase(work: (input: CommandInput) => Promise<number>): Promise<number> {
  const settings = readStartSettings(process.env);
  const reached = await reachDatabase(settings);
  const database = openDatabase({ url: reached.url, maxConnections: 2, distributed: settings.groupByShard });
  try {
    return await work({ database, databaseUrl: reached.url, settings, args: process.argv.slice(2) });
  } finally {
    await database.close();
    await reached.stop();
  }
}

function told(error: unknown, codes: ProblemCodes): number {
  if (error instanceof StartupProblem) {
    console.error(`\n✗ ${error.what}\n\n→ ${error.remedy}\n`);
    return error instanceof UsageProblem ? codes.notUnderstood : codes.notCarriedOut;
  }
  console.error('\n✗ 程序出错，没有做完。The command failed before it was done.\n\n→ 原因如下。The reason:\n');
  console.error(error);
  return codes.notCarriedOut;
}
