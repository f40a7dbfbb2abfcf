import pg from 'pg';
import { StartupProblem } from '../startup-problem.ts';

const oldestVersion = 15;

/**
 * Makes sure that the given PostgreSQL can be used.
 * @throws StartupProblem saying which part of DATABASE_URL is wrong; never shows its password
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const place = `${url.hostname}:${url.port || 5432}`;
  const name = decodeURIComponent(url.pathname.slice(1));
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; may_create: boolean }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version,
              has_schema_privilege(current_schema(), 'CREATE') AS may_create`,
    );
    const [{ version, may_create: mayCreate } = { version: 0, may_create: false }] = rows;
    if (version < oldestVersion) {
      throw new StartupProblem(
        `${place} 上的 PostgreSQL 版本是 ${version}，太旧。PostgreSQL ${version} at ${place} is too old.`,
        `请升级到 ${oldestVersion} 或更新，或去掉 DATABASE_URL 使用内置数据库。Upgrade to ${oldestVersion} or newer, or unset DATABASE_URL to use the embedded one.`,
      );
    }
    if (!mayCreate) {
      throw new StartupProblem(
        `账户 ${url.username} 不能在数据库 ${name} 里建表。User ${url.username} may not create tables in ${name}.`,
        `请授权：GRANT CREATE ON SCHEMA public TO "${url.username}"。Grant it that right.`,
      );
    }
  } catch (error) {
    throw error instanceof StartupProblem ? error : explain(error as NodeJS.ErrnoException, place, name, url.username);
  } finally {
    await client.end().catch(() => {});
  }
}

function explain(error: NodeJS.ErrnoException, place: string, name: string, user: string): StartupProblem {
  switch (error.code) {
    case '28P01':
    case '28000':
      return new StartupProblem(
        `${place} 拒绝账户 ${user} 登录。PostgreSQL at ${place} refuses user ${user}.`,
        '请检查 DATABASE_URL 里的用户名和口令，以及服务器的 pg_hba.conf。Check user and password in DATABASE_URL, and pg_hba.conf on the server.',
      );
    case '3D000':
      return new StartupProblem(
        `${place} 上没有数据库 ${name}。There is no database ${name} at ${place}.`,
        `请先建库：CREATE DATABASE "${name}"，或改正 DATABASE_URL。Create it first, or correct DATABASE_URL.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupProblem(
        `找不到数据库主机 ${place}。The database host ${place} is not known.`,
        '请检查 DATABASE_URL 里的主机名。Check the host name in DATABASE_URL.',
      );
    default:
      return new StartupProblem(
        `连不上 ${place} 的 PostgreSQL（${error.code ?? error.message}）。PostgreSQL at ${place} cannot be reached.`,
        '请确认它已启动、网络可达、DATABASE_URL 的主机和端口正确；去掉 DATABASE_URL 则使用内置数据库。Make sure it runs and can be reached and DATABASE_URL is right; unset DATABASE_URL to use the embedded one.',
      );
  }
}
