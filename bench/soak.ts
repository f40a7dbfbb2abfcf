import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { makeHome, ready, startProgram } from '../tests/integration/program.ts';
import { batchOf, eventsOf, NO_BATCH_BEFORE, sendPacked, sha256 } from '../tests/integration/recording-client.ts';
import { createVisitor, freePort, placeOrder, resident, type Visitor } from '../tests/integration/shop.ts';
import { type Held, heldBy } from './soak-memory.ts';

/**
 * What a server keeps of what it has done. Some phones buy one after the other, each time as somebody else from another address:
 * home page, log-in, order, payment, order and policies, all of it recorded. The server is the program as it is, on its own database,
 * beside the sandbox. Ends with 1 where the second half of the purchases left more behind than KEPT_BYTES each.
 * Options: --minutes N (15), --phones N (3).
 */
const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '15' }, phones: { type: 'string', default: '3' } },
});

/** Of a purchase. What is remembered on purpose fills up first: 5,000 recordings take some 20 MB. */
const KEPT_BYTES = 8_000;
const LOOK_EVERY_MS = 30_000;
const BATCHES = 5;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const home = await makeHome();
const inspectorPort = await freePort();
const program = startProgram({
  ...home.environment,
  // Visitors come from many addresses, of which a machine has one.
  TRUSTED_PROXIES: '127.0.0.0/8,::1',
  NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
});
await ready(program);

async function ofSandbox<T>(method: string, path: string, body?: object): Promise<T> {
  const sent = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
  const response = await fetch(`${program.sandboxOrigin}/_ctl${path}`, { method, ...sent });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return (await response.json()) as T;
}

async function codeOf(phone: string): Promise<string> {
  const { messages } = await ofSandbox<{ messages: { text: string }[] }>('GET', `/sms?phone=${phone}`);
  return /[0-9]{6}/.exec(messages[0]?.text ?? '')?.[0] ?? '';
}

let [begun, bought, failed, ending] = [0, 0, 0, false];

/** What a page sends of itself, batch after batch. */
function recorderOf(visitor: Visitor): () => Promise<void> {
  const trace = randomUUID();
  visitor.recordId = trace;
  let [seq, before] = [0, NO_BATCH_BEFORE];
  return async () => {
    for (let batch = 0; batch < BATCHES; batch++) {
      const data = eventsOf(`${trace}-${seq}`, 60, Date.now());
      const { code } = await sendPacked(visitor, batchOf(trace, seq, data, { prev: before }));
      if (code !== 200000) throw new Error(`a batch was answered ${code}`);
      [seq, before] = [seq + 1, sha256(data)];
    }
  };
}

async function buyOnce(number: number): Promise<void> {
  const person = resident(1_000 + number);
  const visitor = createVisitor(program.origin, codeOf);
  visitor.address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const record = recorderOf(visitor);
  await (await visitor.raw('/')).arrayBuffer();
  await record();
  await visitor.logIn(person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await visitor.value('wechatWapPay', { orderNo });
  // Every other one leaves it there, and the order runs out.
  if (number % 2 === 0) {
    const { orders } = await ofSandbox<{ orders: { outTradeNo: string }[] }>('GET', '/wxpay/orders');
    const order = orders.find(({ outTradeNo }) => outTradeNo.startsWith(orderNo));
    if (order) await ofSandbox('POST', `/wxpay/orders/${order.outTradeNo}/act`, { action: 'pay' });
  }
  await visitor.value('queryInsureOrder', { orderNo });
  await visitor.value('queryOrderDetail', { orderNo });
  await visitor.value('selectListPolicy', {});
  await record();
}

async function phone(): Promise<void> {
  while (!ending) {
    try {
      await buyOnce(begun++);
      bought += 1;
    } catch (error) {
      failed += 1;
      if (failed <= 3) print(`a purchase failed: ${(error as Error).message}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

const looks: (Held & { readonly bought: number })[] = [];
const mb = (bytes: number | null): string => (bytes === null ? '?' : (bytes / 1e6).toFixed(1));

async function look(): Promise<void> {
  const held = await heldBy(program.child.pid as number, inspectorPort);
  looks.push({ ...held, bought });
  print(
    `${String(bought).padStart(6)} bought, ${failed} failed: heap ${mb(held.heapBytes)} MB, buffers ${mb(held.bufferBytes)} MB, resident ${mb(held.residentBytes)} MB, ${held.openFiles ?? '?'} files`,
  );
}

try {
  const until = performance.now() + Number(options.minutes) * 60_000;
  const phones = Array.from({ length: Number(options.phones) }, phone);
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_EVERY_MS, until - performance.now())));
    await look();
  }
  ending = true;
  await Promise.all(phones);
} finally {
  ending = true;
  program.child.kill('SIGINT');
  await program.ended;
  home.remove();
}

const middle = looks[Math.floor(looks.length / 2)];
const last = looks.at(-1);
if (!middle || !last || last.bought <= middle.bought) {
  print('too short to say anything: --minutes 5 at least');
  process.exit(1);
}
const kept =
  (last.heapBytes + last.bufferBytes - middle.heapBytes - middle.bufferBytes) / (last.bought - middle.bought);
const met = kept <= KEPT_BYTES && failed === 0;
print(
  `\nkept of each purchase of the second half: ${Math.round(kept)} bytes (goal ${KEPT_BYTES}) ${met ? 'met' : 'NOT MET'}`,
);
process.exit(met ? 0 : 1);
