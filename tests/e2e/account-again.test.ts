import { expect, test } from 'vitest';
import { eventually, resident, type Shop } from '../integration/shop.ts';
import {
  addMember,
  arrive,
  begin,
  button,
  choose,
  openCashier,
  placeOrder,
  pressAtCashier,
  readCode,
  readDocuments,
} from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('who closes the account and registers anew in the same tab buys as somebody new, and is recorded as somebody new', async () => {
  const { shop } = stage;
  const { query } = (shop.servers[0] as Shop['servers'][number]).deps.database;
  const person = resident(470);
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  await begin(visit, shop, person);
  await addMember(page, person, 'self');
  await visit.open('#/ownData');
  await page.getByRole('radio', { name: '注销账户' }).check();
  stage.clock.advance(61_000);
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
  await page.getByLabel('验证码').fill(readCode(shop, person.phone));
  await button(page, '注销账户').click();
  await page.getByRole('dialog').getByRole('button', { name: '注销', exact: true }).click();
  await page.getByText('账户已注销').waitFor();

  stage.clock.advance(61_000);
  // The place of medical insurance was the account's, and is asked for anew.
  await begin(visit, shop, person, null);
  await page.getByText('先添加您本人').waitFor();
  await addMember(page, person, 'self');
  await choose(page, person);
  await readDocuments(page);
  const orderNo = await placeOrder(page);
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  await page.getByText('电子保单已生成').waitFor();

  await visit.open('#/orders');
  await page.getByRole('article').getByText(orderNo).waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
  // Put there by a job, and the page lists what there is when it opens.
  await eventually(
    () => query<{ kind: string }>('select kind from inbox_messages'),
    (rows) => rows.some(({ kind }) => kind === 'policy-issued'),
  );
  await visit.open('#/messages');
  await page.getByRole('link', { name: /保单已生成/ }).waitFor();
  expect(await page.getByText('已注销').count()).toBe(0);

  // What the first account's visit recorded is used for nothing any more; what led to this order stands in a record of its own.
  const recordings = await eventually(
    () =>
      query<{ restricted: boolean; ordered: boolean }>(
        `select r.restricted_at is not null as restricted, exists (select from order_recordings o where o.trace = r.trace
           and o.state = 'bound') as ordered from recordings r order by r.restricted_at nulls last`,
      ),
    (rows) => rows.some(({ ordered }) => ordered),
  );
  expect(recordings).toEqual([
    { restricted: true, ordered: false },
    { restricted: false, ordered: true },
  ]);
});
