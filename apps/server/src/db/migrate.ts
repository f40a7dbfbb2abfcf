import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { StartupProblem } from '../startup-problem.ts';

type Migration = { number: number; name: string; sql: string; sha256: string };

export type MigrateOptions = {
  databaseUrl: string;
  /** Folder with the files `NNNN-name.sql`; the server's own by default. */
  directory?: string;
  log?: (line: string) => void;
  /** How long a statement waits for a lock on a table before the migration steps back, 2 s unless given. */
  lockTimeoutMs?: number;
  /** How long it stays back before it tries again, 3 s unless given. */
  retryAfterMs?: number;
  /** How often a migration is tried in all, 100 times unless given: some minutes. */
  attempts?: number;
};

const ownMigrations = join(import.meta.dirname, '..', '..', 'migrations');

/** The same on every replica: whoever holds it migrates, the others wait and then find nothing left to do. */
const lockKey = 7_203_511_904;

/** PostgreSQL's lock_not_available: the lock did not come within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Applies the numbered migrations that the database has not seen, each in its own transaction, under a lock shared by
 * all replicas. Returns the names applied now. Other servers may be selling meanwhile: a migration that waits for a table
 * has everybody who comes after it wait too, so it waits briefly, steps back, and tries again.
 * @throws StartupProblem when an applied file was edited, a number is doubled or comes too late, a migration fails, or a
 * table it needs is never free
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(options.directory ?? ownMigrations);
  const client = new pg.Client({ connectionString: options.databaseUrl, application_name: 'huimin-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      number integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const seen = await client.query<{ number: number; name: string; sha256: string }>(
      'SELECT number, name, sha256 FROM schema_migrations ORDER BY number',
    );
    const applied = new Map(seen.rows.map((row) => [row.number, row]));
    checkHistory(migrations, applied);
    const pending = migrations.filter(({ number }) => !applied.has(number));
    for (const migration of pending) {
      await applyMigration(client, migration, options);
      options.log?.(`migration ${migration.name}`);
    }
    return pending.map(({ name }) => name);
  } finally {
    // Ending the session gives the lock back.
    await client.end();
  }
}

function readMigrations(directory: string): Migration[] {
  const migrations = readdirSync(directory)
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(directory, file), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      return { number: Number(file.slice(0, 4)), name: file, sql, sha256 };
    });
  migrations.forEach((migration, index) => {
    const previous = migrations[index - 1];
    if (previous?.number === migration.number) {
      throw new StartupProblem(
        `两个迁移文件编号相同：${previous.name} 与 ${migration.name}。Two migrations carry the same number.`,
        '请给后加的文件换一个新编号。Give the newer file the next free number.',
      );
    }
  });
  return migrations;
}

function checkHistory(migrations: Migration[], applied: Map<number, { name: string; sha256: string }>): void {
  const newest = Math.max(0, ...applied.keys());
  for (const { number, name, sha256 } of migrations) {
    const before = applied.get(number);
    if (before !== undefined && before.sha256 !== sha256) {
      throw new StartupProblem(
        `迁移文件 ${name} 在执行之后被改动过。Migration ${name} was edited after this database had applied it.`,
        '请恢复原文件，把改动写进一个新编号的迁移。Restore the file and put the change into a new migration.',
      );
    }
    if (before === undefined && number < newest) {
      throw new StartupProblem(
        `迁移文件 ${name} 的编号早于数据库已执行的迁移。Migration ${name} is numbered before one already applied.`,
        '请给它换一个更大的编号。Give it a number after the newest one.',
      );
    }
  }
}

async function applyMigration(client: pg.Client, migration: Migration, options: MigrateOptions): Promise<void> {
  const { lockTimeoutMs = 2_000, retryAfterMs = 3_000, attempts = 100 } = options;
  for (let attempt = 1; ; attempt += 1) {
    const error = await tryMigration(client, migration, lockTimeoutMs);
    if (error === null) return;
    if (error.code !== LOCK_NOT_AVAILABLE) {
      throw new StartupProblem(
        `迁移 ${migration.name} 执行失败，已回滚。Migration ${migration.name} failed and was rolled back: ${error.message}`,
        '数据库仍停在上一个迁移；请修正后再启动。The database is unchanged; correct the cause and start again.',
      );
    }
    if (attempt >= attempts) {
      throw new StartupProblem(
        `迁移 ${migration.name} 要改的表一直被占用，已放弃并回滚。A table that migration ${migration.name} changes was never free; it was rolled back.`,
        '请在 pg_stat_activity 里找到长时间未结束的事务，结束它或等它结束，再启动。End the transaction that stays open (see pg_stat_activity), or wait for its end, and start again.',
      );
    }
    if (attempt === 1) options.log?.(`migration ${migration.name} waits for a table that is in use`);
    await setTimeout(retryAfterMs);
  }
}

/** What it failed with, rolled back; null when it is applied. */
async function tryMigration(
  client: pg.Client,
  { number, name, sql, sha256 }: Migration,
  lockTimeoutMs: number,
): Promise<(Error & { readonly code?: string }) | null> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (number, name, sha256) VALUES ($1, $2, $3)', [
      number,
      name,
      sha256,
    ]);
    await client.query('COMMIT');
    return null;
  } catch (error) {
    await client.query('ROLLBACK');
    return error as Error & { readonly code?: string };
  }
}
