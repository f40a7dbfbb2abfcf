import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, keysFromVectors, type Sandbox } from '@huimin/sandbox';
import { createTestClock, type TestClock } from '@huimin/testing';
import { afterAll, afterEach } from 'vitest';
import type { Log } from '../../ports/outside.ts';
import type { NoticeAnswer, ProviderOrder, RawNotice, RefundRequest } from '../../ports/payment-provider.ts';

type FaultRequest = Parameters<Sandbox['control']['faults']['add']>[0];
export type FaultKind = FaultRequest['kind'];
type SandboxOptions = Parameters<typeof createSandbox>[0];
interface Said {
  /** 200 unless given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}
type Answer = (request: { readonly contentType: string; readonly body: string }) => Promise<Said> | Said;

const TAKEN = (): NoticeAnswer => ({ status: 204, contentType: null, body: '' });

/** What the adapter of a payment provider is tried against: the provider's sandbox, and somebody who takes its notices. */
export interface ProviderBench {
  readonly clock: TestClock;
  readonly sandbox: Sandbox;
  /** Hands every alarm to `problems`. */
  readonly log: Log;
  /** Of the test that runs. */
  readonly problems: string[];
  /** Of the test that runs, as they came. */
  readonly notices: RawNotice[];
  readonly notifyUrl: string;
  /** How notices are answered from here on. */
  answerNotices(answer: () => NoticeAnswer): void;
  /** Closed when the file has ended. */
  opens<Opened extends { close(): Promise<unknown> | unknown } | { closeConnections(): unknown }>(
    opened: Opened,
  ): Opened;
  /** A server that says what it is told to; answers its address. */
  impostor(answer: Answer): Promise<string>;
  /** Takes every notice, and is content with it; answers the address to send them to. */
  receiver(notices: RawNotice[]): Promise<string>;
  /** An order of 158 yuan with a number of its own, placed now, that is open for half an hour. */
  order(rest: Pick<ProviderOrder, 'way'> & Partial<ProviderOrder>): ProviderOrder;
  /** The same, paid on the provider's own page, which sends the browser back. */
  redirectOrder(change?: Partial<ProviderOrder>): ProviderOrder;
  /** All of an order's money back. */
  refundOf(made: ProviderOrder, rest: Pick<RefundRequest, 'providerTxn'> & Partial<RefundRequest>): RefundRequest;
  fault(request: Omit<FaultRequest, 'provider'>): void;
}

/** To be called once in a file, before its tests: faults, notices and alarms of one test are gone when the next begins. */
export async function openProviderBench(
  provider: FaultRequest['provider'],
  options: Omit<Partial<SandboxOptions>, 'port' | 'clock' | 'controlApi'> = {},
): Promise<ProviderBench> {
  const clock = createTestClock();
  const sandbox = await createSandbox({ keys: keysFromVectors(), ...options, port: 0, clock, controlApi: false });
  const opened: (() => unknown)[] = [() => sandbox.close()];
  const problems: string[] = [];
  const notices: RawNotice[] = [];
  let answerNotice = TAKEN;
  let count = 0;

  async function listen(answer: (notice: RawNotice) => Promise<Said & { status: number }>): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', async () => {
        const said = await answer({ headers: request.headers, body: Buffer.concat(chunks) });
        response.writeHead(said.status, said.headers).end(said.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const taking = async (into: RawNotice[], answer: () => NoticeAnswer): Promise<string> => {
    const address = await listen(async (notice) => {
      into.push(notice);
      const { status, contentType, body } = answer();
      return { status, headers: { ...(contentType !== null && { 'content-type': contentType }) }, body };
    });
    return `${address}/notify`;
  };
  const notifyUrl = await taking(notices, () => answerNotice());

  afterEach(async () => {
    sandbox.control.faults.remove();
    // A notice of this test must not arrive in the next one.
    await sandbox.control.settle();
    problems.length = 0;
    notices.length = 0;
  });
  afterAll(async () => {
    for (const close of opened.reverse()) await close();
  });

  const order: ProviderBench['order'] = (rest) => {
    count += 1;
    return {
      merchantOrderNo: `JS${String(count).padStart(21, '0')}`,
      placedAtMs: clock.now(),
      amountFen: 15_800,
      description: '补充医疗保险 基础版',
      expiresAtMs: clock.now() + 30 * 60_000,
      notifyUrl,
      clientAddress: '203.0.113.7',
      ...rest,
    };
  };
  const alarm = (_fields: object, message: string): void => void problems.push(message);
  return {
    ...{ clock, sandbox, problems, notices, notifyUrl },
    log: { info() {}, warn() {}, error: alarm },
    answerNotices(answer) {
      answerNotice = answer;
    },
    opens(one) {
      opened.push(() => ('closeConnections' in one ? one.closeConnections() : one.close()));
      return one;
    },
    impostor: (answer) =>
      listen(async ({ headers, body }) => {
        const contentType = String(headers['content-type'] ?? '');
        return { status: 200, ...(await answer({ contentType, body: body.toString() })) };
      }),
    receiver: (into) => taking(into, TAKEN),
    order,
    redirectOrder: (change) =>
      order({
        way: {
          kind: 'redirect',
          returnUrl: `http://localhost:3140/pay/${provider}/return`,
          quitUrl: 'http://localhost:3140/#/pay?orderNo=JS1',
        },
        ...change,
      }),
    refundOf: (made, rest) => ({
      merchantOrderNo: made.merchantOrderNo,
      refundNo: `R${made.merchantOrderNo}`,
      requestedAtMs: clock.now(),
      refundFen: made.amountFen,
      totalFen: made.amountFen,
      reason: '订单已关闭，款项退回',
      notifyUrl: made.notifyUrl,
      ...rest,
    }),
    fault: (request) => sandbox.control.faults.add({ provider, ...request }),
  };
}
