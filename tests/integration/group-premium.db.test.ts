import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { trialBalance } from '../../apps/server/src/features/ledger/index.ts';
import { companiesOf } from './company-people.ts';
import { signedIn } from './desk.ts';
import { openShop, type Shop } from './shop.ts';

/** A product's premium changes after a company was billed and has paid: nobody takes another premium than it paid. */
const DAY = '2026-11-20';
const UNIT_FEN = 15_800;
const DEARER_FEN = 17_800;

let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(Date.parse(`${DAY}T10:00:00+08:00`));
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;
const query = <Row extends object>(text: string, values: unknown[] = []) => deps().database.query<Row>(text, values);

const { run, agreed } = companiesOf(() => shop);

/** The premium of every plan of the edition on sale, as a published edition would bring it. */
async function premium(fen: number): Promise<void> {
  await query(
    `update editions set document = jsonb_set(document, '{plans}', (
       select jsonb_agg(jsonb_set(plan, '{premiumFen}', to_jsonb($1::integer))) from jsonb_array_elements(document->'plans') plan
     )), config_version = config_version + 1 where is_default`,
    [fen],
  );
  await deps().editions.refresh();
}

/** A company of ten whose people have agreed, that is billed and has paid. */
async function paidCompany() {
  const company = await agreed(10);
  expect((await company.decide('bill')).result).toEqual({ people: 10 });
  expect(await company.transfer(10 * UNIT_FEN, DAY)).toEqual({ isPaid: true });
  return company;
}

const ordersOfGroups = async () =>
  (await query<{ n: number }>(`select count(*)::integer as n from orders where kind = 'group'`))[0]?.n;

test('nobody is charged by a price that is not the bill’s; the desk is told, and it goes on when the price is right again', async () => {
  const { groupNo, decide, shown } = await paidCompany();
  await premium(DEARER_FEN);
  await run('group-bills', 'outbox');
  expect(await ordersOfGroups()).toBe(0);
  expect(await shown()).toMatchObject({ statusLabel: '承保中', counts: { billed: 10, insured: 0, dropped: 0 } });
  const finance = await signedIn(shop, 'yunwei01');
  const { alerts } = await finance.value('listAlerts', {});
  expect(alerts).toMatchObject([{ title: '单位付了款，产品价格变了，还没参保的人停着' }]);
  expect(JSON.stringify(alerts)).toContain(groupNo);
  await premium(UNIT_FEN);
  // A bill at the right price is nobody's to stop.
  expect((await decide('withdraw-bill')).code).toBe(400707);
  shop.clock.advance(5 * 60_000);
  await run('group-bills', 'outbox');
  expect(await shown()).toMatchObject({ statusLabel: '已完成', counts: { billed: 0, insured: 10, dropped: 0 } });
  expect((await trialBalance(deps().database, shop.clock.now())).isRight).toBe(true);
});

test('a bill at the former price is stopped: its people can be billed anew, and the money lies in the deposit', async () => {
  const { decide, shown, phone } = await paidCompany();
  await premium(DEARER_FEN);
  await run('group-bills', 'outbox');
  const orders = await ordersOfGroups();
  expect((await decide('withdraw-bill', '确实改了价')).code).toBe(200000);
  expect((await decide('withdraw-bill')).code).toBe(400707);
  await run('group-bills', 'outbox', 'group-news');
  const told = shop.sandbox.control.sms(phone).map(({ text }) => text);
  expect(told).toContainEqual(expect.stringMatching(/账单TD\d{8}有10人因改价没参保，钱可退可抵。详情/));
  expect(await shown()).toMatchObject({
    ...{ statusLabel: '已完成', counts: { confirmed: 10, billed: 0, insured: 0 } },
    ...{ money: { receivedFen: 10 * UNIT_FEN, usedFen: 0, leftFen: 10 * UNIT_FEN }, payableBackFen: 10 * UNIT_FEN },
  });
  expect((await decide('open-roster')).code).toBe(200000);
  expect((await decide('bill')).result).toEqual({ people: 10 });
  expect(await shown()).toMatchObject({
    bill: { state: 'open', amountFen: 10 * DEARER_FEN, shortFen: 10 * (DEARER_FEN - UNIT_FEN) },
  });
  expect(await ordersOfGroups()).toBe(orders);
  await premium(UNIT_FEN);
});
