import { type ClaimBooks, type ClaimColumns, claimColumns, claimRow } from '@huimin/domain/adjustment';
import { beijingDate } from '@huimin/domain/date';
import type { Query } from '../../../db/database.ts';
import { readSheet, SheetProblem, type SheetRow, SPOILT_CELL } from '../../../sheets/index.ts';
import { raiseAlert } from '../../payment/index.ts';
import type { ClaimBooksDependencies } from '../claims-deps.ts';
import { openRuleBook, type RuleBook } from '../rule-store.ts';
import {
  bytesOfFile,
  type FileOutcome,
  finishFile,
  LARGEST_FILE_BYTES,
  type LineProblem,
  leaseFile,
  MOST_ROWS,
  type WaitingFile,
  writeProblems,
} from './file-store.ts';
import { type PlacedRow, writeClaims } from './write-claims.ts';

/** Longer than some hundred thousand lines take. */
const LEASE_MS = 15 * 60_000;
const ROWS_PER_STATEMENT = 1_000;
/** One file is read at a time, whichever server has it: two would lock the same claims in different orders. */
export const READING_LOCK = 7_120_023;

/** Reads one file that waits. Returns 1 when there was one. */
export async function importDueClaimFile(deps: ClaimBooksDependencies): Promise<number> {
  const file = await leaseFile(deps.database.query, deps.clock.now(), LEASE_MS);
  if (!file) return 0;
  const outcome = await deps.database.transaction(async (query) => {
    // A table of a hundred thousand lines is taken apart before its first line is there.
    await query(`set local idle_in_transaction_session_timeout = '10min'`);
    await query('select pg_advisory_xact_lock($1)', [READING_LOCK]);
    const [waits] = await query(`select 1 from claim_files where id = $1 and state = 'waiting'`, [file.id]);
    return waits ? importFile(deps, query, file) : null;
  });
  if (outcome) await tell(deps, file, outcome);
  return 1;
}

async function importFile(deps: ClaimBooksDependencies, query: Query, file: WaitingFile): Promise<FileOutcome> {
  const reading = newReading(deps, query, file, await openRuleBook(query));
  await query('savepoint before_rows');
  let problem: string | null = null;
  try {
    const bytes = await bytesOfFile(deps, query, file.id);
    for await (const row of readSheet(bytes, { maxBytes: LARGEST_FILE_BYTES, maxRows: MOST_ROWS }))
      await reading.take(row);
    problem = await reading.end();
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    problem = error.message;
  }
  const counts = reading.counts();
  // What was taken of a file that turns out to be none goes back; why its lines could not be read stays.
  if (problem !== null) {
    await query('rollback to savepoint before_rows');
    await writeProblems(query, file.id, reading.firstProblems());
  }
  const outcome: FileOutcome = { ...counts, state: problem === null ? 'imported' : 'refused', problem };
  await finishFile(query, file.id, outcome, deps.clock.now());
  return outcome;
}

/** Reads row by row; never more than one statement's rows are held. */
function newReading(deps: ClaimBooksDependencies, query: Query, file: WaitingFile, book: RuleBook) {
  const books: ClaimBooks = {
    today: beijingDate(deps.clock.now()),
    isEdition: (code) => code !== '' && deps.editions.edition(code) !== null,
    hasRules: book.has,
  };
  let columns: ClaimColumns | null = null;
  let held: PlacedRow[] = [];
  let problems: LineProblem[] = [];
  const first: LineProblem[] = [];
  let rowCount = 0;
  let caseCount = 0;
  let badCount = 0;

  async function refuse(found: readonly LineProblem[]): Promise<void> {
    badCount += found.length;
    if (first.length < ROWS_PER_STATEMENT) first.push(...found);
    problems.push(...found);
    if (problems.length >= ROWS_PER_STATEMENT) await flushProblems();
  }

  async function flushProblems(): Promise<void> {
    await writeProblems(query, file.id, problems);
    problems = [];
  }

  async function flush(): Promise<void> {
    if (held.length === 0) return;
    const written = await writeClaims(deps, query, file, book, held);
    held = [];
    rowCount += written.taken;
    caseCount += written.newCases;
    await refuse(written.problems);
  }

  return {
    async take({ line, cells, spoilt }: SheetRow): Promise<void> {
      if (columns === null) {
        const found = claimColumns(cells);
        if (typeof found === 'string') throw new SheetProblem(found);
        columns = found;
        return;
      }
      const row = spoilt.length > 0 ? SPOILT_CELL : claimRow(cells, columns, books);
      if (typeof row === 'string') await refuse([{ line, why: row }]);
      else if (held.push({ ...row, line }) >= ROWS_PER_STATEMENT) await flush();
    },
    async end(): Promise<string | null> {
      await flush();
      await flushProblems();
      return rowCount === 0 ? '没有一行能读' : null;
    },
    counts: () => ({ rowCount, caseCount, badCount }),
    firstProblems: () => first,
  };
}

async function tell(deps: ClaimBooksDependencies, { id, day }: WaitingFile, outcome: FileOutcome): Promise<void> {
  const { state, rowCount, badCount } = outcome;
  deps.log.info({ file: id, day, state, rows: rowCount, bad: badCount }, 'claim file read');
  if (state === 'imported' && badCount === 0) return;
  const details = { file: id, day, state, rows: rowCount, bad: badCount };
  const alert = { kind: 'claim-file-refused', subject: id, orderId: null, shard: null, details } as const;
  await raiseAlert(deps.database.query, alert, deps.clock.now());
}
