import { afterAll, expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { addMember, arrive, begin, choose, openCashier, placeOrder, pressAtCashier, readDocuments } from './journey.ts';
import { openPoorLine, type PoorLine, seededChance } from './poor-line.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const lines: PoorLine[] = [];
afterAll(() => Promise.all(lines.map((line) => line.close())));

// As slow 3G loses, but faster: what must work there must work at any speed, and nobody waits for it in a test.
test('a purchase over a line that loses two packets of a hundred is made once and paid once', async () => {
  const { shop } = stage;
  const line = await openPoorLine({
    origin: shop.origin,
    roundTripMs: 60,
    bytesPerSecond: 400_000,
    lostPerThousand: 20,
    chance: seededChance(7),
  });
  lines.push(line);
  const visit = await stage.visit();
  const { page } = visit;
  const self = resident(196);
  await visit.open(line.origin);
  await begin(visit, shop, self, null);
  await addMember(page, self, 'self');
  await choose(page, self);
  await readDocuments(page);
  const orderNo = await placeOrder(page);
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  const paid = shop.sandbox.control.orders.list().filter((order) => order.outTradeNo.startsWith(orderNo));
  expect(paid.map(({ tradeState }) => tradeState)).toEqual(['SUCCESS']);
  expect(line.counts.lost).toBeGreaterThan(3);
});
