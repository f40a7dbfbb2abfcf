import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { calls, PRODUCT_NUMBER, PROJECT_ID } from '@huimin/contract';
import { type Database, openDatabase } from '../apps/server/src/db/database.ts';
import { serverProgram } from '../scripts/prepare.mjs';
import { cpuMs, residentMb, startChild, stopChild } from './child-server.ts';
import { makeUsers, openAttempts, paymentNotice, serverEnvironment } from './http-fixture.ts';
import { openHttpSocket, requestBytes } from './http-socket.ts';
import { measure } from './measure.ts';

export interface HttpResult {
  readonly purchasesPerSecond: number;
  readonly cpuMsPerPurchase: number;
  /** With everything that follows a purchase: policies, postings, messages. */
  readonly cpuMsWithFollowUps: number;
  /** Of the process that answers or the one that does what follows, whichever has more. */
  readonly rssMb: number;
  readonly productInfoRatio: number;
}

const HEADERS = { 'x-pi-pro-num': PRODUCT_NUMBER, projectid: PROJECT_ID };
const PRODUCT_INFO = `/hmb-js26${calls.productInfo.path}?t=1`;
/** Of one caller, who sells twice: to warm up, and to be measured. */
const [MOST_SAVES_A_SECOND, SALES] = [150, 2];
const NOTIFY = '/hmb-js26/api/wxpay/notify';
const program = serverProgram();
const PLAIN = join(import.meta.dirname, 'plain-http-server.ts');

/**
 * One real server process over the given database; purchases of two people, saved and then paid by notice. What follows
 * a purchase is done by a second process afterwards, as the replicas of a sale's first day are told apart (COMMON_JOBS):
 * how much of it fell into the time of the measurement would else depend on how fast that went.
 */
export async function takeHttp(options: {
  readonly databaseUrl: string;
  readonly evidenceDir: string;
  readonly callers: number;
  readonly durationMs: number;
  readonly round: number;
}): Promise<HttpResult> {
  const { callers, durationMs } = options;
  const port = 3_290 + (options.round % 5);
  const environment = { ...program.env, ...serverEnvironment(port, options.databaseUrl, options.evidenceDir) };
  const start = (commonJobs: '0' | '1'): Promise<ChildProcess> =>
    startChild(program.args, { ...environment, COMMON_JOBS: commonJobs }, port);
  // What a first start does, compiling and seeding, is not what is measured.
  if (options.round === 0) await stopChild(await start('1'));
  const database = openDatabase({ url: options.databaseUrl });
  const pairsEach = Math.ceil((durationMs / 1000) * MOST_SAVES_A_SECOND * SALES);
  const users = await makeUsers(database, options.round, callers, pairsEach);
  await database.query('analyze');
  let server = await start('0');
  try {
    await untilIdle(server.pid as number);
    const cpuOfStart = cpuMs([server.pid as number]);
    const agreedDocuments = await requiredDocuments(port);
    const sockets = await Promise.all(users.map(() => openHttpSocket(port)));
    const taken = users.map(() => 0);
    const save = async (caller: number): Promise<string> => {
      const user = users[caller] as (typeof users)[number];
      const pair = user.pairs[taken[caller] as number];
      if (!pair) throw new Error('the measurement ran out of people; shorten it');
      taken[caller] = (taken[caller] as number) + 1;
      const body = JSON.stringify({
        clientKey: `bench-${options.round}-${caller}-${taken[caller]}-0000000000`,
        policyholderMemberId: user.selfNo,
        insuredMemberIds: pair,
        agreedDocuments,
      });
      const answer = await (sockets[caller] as (typeof sockets)[number]).send(
        requestBytes(
          'POST',
          `/hmb-js26${calls.saveOrder.path}`,
          { ...HEADERS, cookie: user.cookie, 'content-type': 'application/json' },
          body,
        ),
      );
      const envelope = JSON.parse(answer.body.toString()) as {
        code: number;
        message: string;
        result: { orderNo: string };
      };
      if (envelope.code !== 200000) throw new Error(`save: ${envelope.code} ${envelope.message}`);
      return envelope.result.orderNo;
    };
    /** Orders saved for so long, then paid by notices; what the server took for each. */
    const sell = async (): Promise<{ perSecond: number; cpuMsEach: number; count: number }> => {
      const orderNos: string[] = [];
      const cpuBefore = cpuMs([server.pid as number]);
      const saving = await measure(callers, durationMs, async (caller) => {
        orderNos.push(await save(caller));
      });
      const cpuSaving = cpuMs([server.pid as number]) - cpuBefore;
      await openAttempts(database, orderNos, 31_600);
      const notices = orderNos.map((orderNo) => {
        const notice = paymentNotice(orderNo, 31_600);
        return requestBytes('POST', NOTIFY, notice.headers, notice.body);
      });
      const cpuBetween = cpuMs([server.pid as number]);
      const startedAt = performance.now();
      let next = 0;
      await Promise.all(
        sockets.map(async (socket) => {
          for (let notice = notices[next++]; notice; notice = notices[next++]) {
            const { status, body } = await socket.send(notice);
            if (status !== 200 && status !== 204) throw new Error(`notice: ${status} ${body}`);
          }
        }),
      );
      const payingPerSecond = notices.length / ((performance.now() - startedAt) / 1000);
      const cpuPaying = cpuMs([server.pid as number]) - cpuBetween;
      return {
        perSecond: 1 / (1 / saving.perSecond + 1 / payingPerSecond),
        cpuMsEach: cpuSaving / saving.count + cpuPaying / notices.length,
        count: notices.length,
      };
    };
    // A server compiles what it runs often while it runs it; what is measured is one that sells, not one that begins to.
    const warmUp = await sell();
    const sold = await sell();

    const rssMb = residentMb(server);
    const ratio = await productInfoRatio(port, durationMs / 2);
    for (const socket of sockets) socket.close();
    await stopChild(server);
    server = await start('1');
    await untilNothingFollows(database);
    const cpuFollowing = cpuMs([server.pid as number]) - cpuOfStart;
    return {
      purchasesPerSecond: sold.perSecond,
      cpuMsPerPurchase: sold.cpuMsEach,
      cpuMsWithFollowUps: sold.cpuMsEach + cpuFollowing / (warmUp.count + sold.count),
      rssMb: Math.max(rssMb, residentMb(server)),
      productInfoRatio: ratio,
    };
  } finally {
    await database.close();
    await stopChild(server);
  }
}

const IDLE_MS_A_SECOND = 30;
const PATIENCE_S = 60;
const second = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000));

/** Jobs that look at everything once after a start have ended. */
async function untilIdle(pid: number): Promise<void> {
  for (let waited = 0; waited < PATIENCE_S; waited++) {
    const before = cpuMs([pid]);
    await second();
    if (!(cpuMs([pid]) - before > IDLE_MS_A_SECOND)) return;
  }
}

/** The news of all purchases has been handled. */
async function untilNothingFollows(database: Database): Promise<void> {
  for (let waited = 0; waited < PATIENCE_S; waited++) {
    const [row] = await database.query<{ due: boolean }>(
      'select exists (select 1 from outbox where available_at <= now() and tries < 3) as due',
    );
    if (!row?.due) return;
    await second();
  }
}

async function requiredDocuments(port: number): Promise<{ key: string; version: number }[]> {
  const response = await fetch(`http://127.0.0.1:${port}${PRODUCT_INFO}`, { headers: HEADERS });
  const { result } = (await response.json()) as {
    result: { documents: { key: string; version: number; required: boolean }[] };
  };
  return result.documents.filter((document) => document.required).map(({ key, version }) => ({ key, version }));
}

/** Product information of the server against bare node:http with the same bytes, alternating. */
async function productInfoRatio(port: number, durationMs: number): Promise<number> {
  const request = requestBytes('GET', PRODUCT_INFO, HEADERS);
  const probe = await openHttpSocket(port);
  const { body } = await probe.send(request);
  probe.close();
  const plainPort = port + 5;
  const plain = await startChild([PLAIN], { PORT: String(plainPort), BODY: body.toString('base64') }, plainPort);
  try {
    const rate = async (target: number): Promise<number> => {
      const sockets = await Promise.all(Array.from({ length: 32 }, () => openHttpSocket(target)));
      const result = await measure(32, durationMs, async (caller) => {
        await (sockets[caller] as (typeof sockets)[number]).send(request);
      });
      for (const socket of sockets) socket.close();
      return result.perSecond;
    };
    const ratios: number[] = [];
    for (let turn = 0; turn < 3; turn++) ratios.push((await rate(port)) / (await rate(plainPort)));
    return ratios.sort((a, b) => a - b)[1] ?? 0;
  } finally {
    await stopChild(plain);
  }
}
