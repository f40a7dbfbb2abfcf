import { createHash, createHmac } from 'node:crypto';
import { type FaultStage, type Scenario, seen } from './fault-stage.ts';

/** One signed request of a shop to the object store: status, code of the error, and what is stored afterwards. */
async function objectSeen(stage: FaultStage, method: string, query = ''): Promise<unknown> {
  const answered = await seen(stage, objectCall(stage, method, query));
  return [answered, stage.sandbox.control.objects.list().map(({ name }) => name)];
}

async function objectCall({ sandbox }: FaultStage, method: string, query = ''): Promise<unknown> {
  const { accessKeyId, secretAccessKey, region, bucket } = sandbox.keys.objectStore;
  const body = method === 'PUT' ? 'content' : '';
  const host = `127.0.0.1:${sandbox.objectStorePort}`;
  const path = `/${bucket}/a.rec`;
  const time = new Date(sandbox.clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const hash = sha256(body);
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const lines = `host:${host}\nx-amz-content-sha256:${hash}\nx-amz-date:${time}\n`;
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256([method, path, query, lines, names, hash].join('\n'))}`;
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (secret, part) => createHmac('sha256', secret).update(part).digest(),
      `AWS4${secretAccessKey}`,
    );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const answer = await fetch(`http://${host}${path}${query && `?${query}`}`, {
    method,
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
      'x-amz-content-sha256': hash,
      'x-amz-date': time,
    },
    ...(body === '' ? {} : { body }),
  });
  return [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1]];
}

/** Reads and deletions come after a write, which a fault of theirs leaves alone. */
async function afterPut(stage: FaultStage, method: string): Promise<unknown> {
  await objectCall(stage, 'PUT');
  const version = stage.sandbox.control.objects.list()[0]?.version;
  return objectSeen(stage, method, method === 'DELETE' ? `versionId=${version}` : '');
}

export const objectStoreScenarios: Record<string, Scenario> = {
  put: (stage) => objectSeen(stage, 'PUT'),
  get: (stage) => afterPut(stage, 'GET'),
  head: (stage) => afterPut(stage, 'HEAD'),
  delete: (stage) => afterPut(stage, 'DELETE'),
};

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
