import { resolve } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { openDevelopmentKeys } from '../settings/development-keys.ts';
import { type Environment, givenGroups, readSettings, readStartSettings, type Settings } from '../settings.ts';
import { banner } from './banner.ts';
import { checkDatabase } from './check-database.ts';
import type { MovedTime } from './followed-clock.ts';
import { portInUse, requireFreePort, samePorts } from './ports.ts';
import { type SandboxChild, startSandboxChild } from './sandbox-child.ts';

export type BuiltServer = {
  fastify: FastifyInstance;
  prepare(): Promise<void>;
  startJobs(): void;
  /** From now on whoever asks whether it may get requests is told no; it answers all the same. */
  leave(): void;
  close(): Promise<void>;
};

export type LaunchInput<D> = {
  environment: Environment;
  /** Assembles what the server stands on, for a migrated database. */
  createDependencies(input: { settings: Settings; databaseUrl: string }): D | Promise<D>;
  /** Puts the first content into an empty database; does nothing when there is some. */
  seed(dependencies: D, settings: Settings): Promise<void>;
  buildServer(dependencies: D): Promise<BuiltServer>;
  /** The sandbox's clock was set: the shop goes by the same one. */
  onClockMoved(moved: MovedTime): void;
  print(text: string): void;
  /** Something this program cannot live without has ended. */
  onFatal(reason: string): void;
};

export type Running = {
  settings: Settings;
  /** Gives whoever hands out requests the time to see that this server is leaving; at once when `hurry` says so. */
  leave(hurry: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

/** Less than the ten seconds that Docker gives before it kills; a balancer that asks seldom wants more. */
const LEAVE_SECONDS_IN_PRODUCTION = 5;

/** Whoever waited for the door is let in first: the beginning of all jobs and the drawing of the QR code would hold them up. */
const BEFORE_JOBS_MS = 50;

/**
 * Starts everything in order (database and sandbox, migrations, seed, server, jobs) and prints the addresses.
 * When a step fails, what was started before it is stopped again.
 * @throws StartupProblem when the person can do something about it
 */
export async function launch<D>(input: LaunchInput<D>): Promise<Running> {
  const startedMs = performance.now();
  // In production everything has to be given, so it is checked before anything is touched.
  const production = input.environment.NODE_ENV === 'production';
  const givenSettings = production ? readSettings(input.environment) : null;
  const start = givenSettings ?? readStartSettings(input.environment);
  const needsSandbox = !production && !hasAllProviders(input.environment);
  const dataDir = resolve(start.dataDir);

  const stops: Array<() => Promise<void>> = [];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    if (needsSandbox && start.port === start.sandboxPort) throw samePorts(start.port);
    await requireFreePort(start.port, 'PORT');
    if (needsSandbox) await requireFreePort(start.sandboxPort, 'SANDBOX_PORT');

    const startPostgres = async (): Promise<EmbeddedPostgres | null> => {
      if (start.databaseUrl !== null) {
        await checkDatabase(start.databaseUrl);
        return null;
      }
      const postgres = await startEmbeddedPostgres({ dataDir, log: input.print, onUnexpectedExit: input.onFatal });
      stops.push(postgres.stop);
      return postgres;
    };
    const startSandbox = async (): Promise<SandboxChild | null> => {
      if (!needsSandbox) return null;
      const sandbox = await startSandboxChild({
        port: start.sandboxPort,
        origin: start.sandboxOrigin,
        shop: start,
        dataDir,
        onClockMoved: input.onClockMoved,
        onUnexpectedExit: () => input.print('沙箱已退出，登录短信和支付暂不可用。The sandbox has ended.'),
      });
      stops.push(sandbox.stop);
      return sandbox;
    };
    const starting = [startPostgres(), startSandbox()] as const;
    // Wait for both, so that nothing is still starting when the first problem is thrown.
    await Promise.allSettled(starting);
    const [postgres, sandbox] = await Promise.all(starting);

    const databaseUrl = postgres?.url ?? (start.databaseUrl as string);
    const settings =
      givenSettings ?? readSettings(input.environment, { ...sandbox?.settings, ...openDevelopmentKeys(dataDir) });
    await migrate({ databaseUrl, log: input.print });

    const dependencies = await input.createDependencies({ settings, databaseUrl });
    await input.seed(dependencies, settings);
    const server = await input.buildServer(dependencies);
    stops.push(() => server.close());
    await server.prepare();
    await listen(server.fastify, settings.port);
    const startedInMs = performance.now() - startedMs;
    await passed(BEFORE_JOBS_MS);
    server.startJobs();

    const database = postgres ? `${dataDir}（内置 PostgreSQL embedded）` : `PostgreSQL ${new URL(databaseUrl).host}`;
    input.print(await banner({ settings, sandboxOrigin: sandbox?.origin ?? null, database, startedInMs }));
    const leaveSeconds = settings.leaveSeconds ?? (production ? LEAVE_SECONDS_IN_PRODUCTION : 0);
    const leave = async (hurry: AbortSignal) => {
      server.leave();
      if (leaveSeconds > 0) await passed(leaveSeconds * 1_000, undefined, { signal: hurry }).catch(() => {});
    };
    return { settings, leave, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function hasAllProviders(environment: Environment): boolean {
  const given = givenGroups(environment);
  return given.has('wechat-account') && given.has('wechat-pay') && given.has('aliyun-sms');
}

async function listen(fastify: FastifyInstance, port: number): Promise<void> {
  const attempt = (host: string) => fastify.listen({ port, host });
  try {
    await attempt('::').catch((error: NodeJS.ErrnoException) => {
      // A machine without IPv6.
      if (error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL') return attempt('0.0.0.0');
      throw error;
    });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portInUse(port, 'PORT') : error;
  }
}
