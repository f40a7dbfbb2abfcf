import { SheetProblem } from '../../sheets/index.ts';
import { goLive } from './go-live.ts';
import type { ImportKind } from './import-kind.ts';
import { claimImport, forgetContent, type ImportRow, importStore, sweepImports, TakenOver } from './import-store.ts';
import type { ImportsCore } from './imports-deps.ts';
import { readFile } from './read-file.ts';
import { backToRest, readMended } from './read-mended.ts';

/** Attempts without a single row written before an import is given up. */
const TRIES = 4;
const GIVEN_UP = '系统出错，试了几次没有成功，请联系技术人员';

/** Reads the files that were given and lets agreed ones count, one at a time on each server. */
export function importJobs(deps: ImportsCore, kinds: readonly ImportKind[]) {
  const { database, clock } = deps;
  const store = importStore(deps);

  async function work(row: ImportRow): Promise<void> {
    const kind = kinds.find((one) => one.kind === row.kind);
    if (!kind || row.tries > TRIES) throw new SheetProblem(GIVEN_UP);
    if (row.status === 'applying') await goLive(deps, store, row, kind);
    else if (row.round > 1) await readMended(deps, store, row, kind);
    else await readFile(deps, store, row, kind);
  }

  /** What cannot be read ends; rows that were put right and cannot be read leave the others as they were. */
  async function giveUp(row: ImportRow, problem: string): Promise<void> {
    await database.transaction(async (query) => {
      const mine = await query(
        'update imports set lease_until = null where id = $1 and attempt = $2 and status = $3 returning 1 as ok',
        [row.id, row.attempt, row.status],
      );
      if (mine.length === 0) return;
      if (row.status === 'applying' || row.round > 1) return backToRest(query, row, problem);
      await query(`update imports set status = 'refused', problem = $2 where id = $1`, [row.id, problem]);
      await forgetContent(query, [row.id]);
    });
  }

  return [
    {
      name: 'imports',
      everyMs: 2_000,
      async run(): Promise<number> {
        const row = await claimImport(database.query, clock.now());
        if (row === null) return 0;
        try {
          await work(row);
        } catch (problem) {
          if (problem instanceof SheetProblem) await giveUp(row, problem.message);
          else if (!(problem instanceof TakenOver)) throw problem;
        }
        return 1;
      },
    },
    { name: 'old-imports', everyMs: 600_000, run: () => sweepImports(database.query, clock.now()) },
  ];
}
