import { join } from 'node:path';
import { createSandbox, keysFromVectors, makeFreshKeys, openKeysFile, type SandboxKeys } from './create-sandbox.ts';
import { NOTIFY_KEYS } from './wechat-pay/notify-dialect.ts';

/** Starts the sandbox from the environment; see the README for every variable. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  if (env.NODE_ENV === 'production' && env.SANDBOX_IN_PRODUCTION !== '1') {
    throw new Error('the sandbox does not run with NODE_ENV=production; set SANDBOX_IN_PRODUCTION=1 if you mean it');
  }
  const port = Number(env.SANDBOX_PORT ?? 3100);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`SANDBOX_PORT is not a port: ${env.SANDBOX_PORT}`);
  const sandbox = await createSandbox({
    port,
    host: env.SANDBOX_HOST || undefined,
    publicOrigin: env.SANDBOX_ORIGIN?.replace(/\/+$/, '') || undefined,
    keys: readKeys(env.SANDBOX_KEYS),
    seed: env.SANDBOX_SEED ? Number(env.SANDBOX_SEED) : undefined,
    controlApi: env.SANDBOX_CTL === '1',
    signTestProbes: env.SANDBOX_PROBES !== '0',
    shopHosts: (env.SANDBOX_SHOP_HOSTS ?? '').split(',').filter(Boolean),
    notifyKey: oneOf('SANDBOX_NOTIFY_KEY', env.SANDBOX_NOTIFY_KEY, NOTIFY_KEYS),
    alipayIdentity: oneOf('SANDBOX_ALIPAY_IDENTITY', env.SANDBOX_ALIPAY_IDENTITY, ['user-id', 'open-id'] as const),
    smtpPort: env.SANDBOX_SMTP_PORT ? Number(env.SANDBOX_SMTP_PORT) : undefined,
    objectStorePort: env.SANDBOX_OBJECT_STORE_PORT ? Number(env.SANDBOX_OBJECT_STORE_PORT) : undefined,
    stateFile: env.SANDBOX_STATE_DIR ? join(env.SANDBOX_STATE_DIR, 'state.jsonl') : undefined,
  });
  process.stdout.write(
    `Sandbox ready at ${sandbox.origin}/ (phone: ${sandbox.origin}/phone, mail: ${sandbox.origin}/mail, SMTP: ${sandbox.smtpPort}, objects: ${sandbox.objectStorePort})\n`,
  );
  // Who started this as a child asks for nothing else.
  process.send?.({ smtpPort: sandbox.smtpPort });
  const { clock } = sandbox;
  clock.onMove(() => process.send?.({ clock: { atMs: clock.now(), machineMs: Date.now(), speed: clock.speed } }));

  let closing = false;
  const stop = (): void => {
    if (closing) return;
    closing = true;
    void sandbox.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** One of the words, or undefined when nothing is set. */
function oneOf<T extends string>(name: string, value: string | undefined, words: readonly T[]): T | undefined {
  if (!value) return undefined;
  const found = words.find((word) => word === value);
  if (found === undefined) throw new Error(`${name} must be one of ${words.join(', ')}`);
  return found;
}

/** `vectors`, `fresh` (also when unset), or the path of a keys file, which is made when it is not there. */
function readKeys(setting: string | undefined): SandboxKeys {
  if (!setting || setting === 'fresh') return makeFreshKeys();
  return setting === 'vectors' ? keysFromVectors() : openKeysFile(setting);
}

main(process.env).catch((error: NodeJS.ErrnoException) => {
  const text =
    error.code === 'EADDRINUSE'
      ? `the port ${process.env.SANDBOX_PORT ?? 3100} is taken; stop the other program or set SANDBOX_PORT`
      : error.message;
  process.stderr.write(`Sandbox did not start: ${text}\n`);
  process.exit(1);
});
