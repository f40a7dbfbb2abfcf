import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { stopSale } from '../integration/stop-sale.ts';
import { addMember, arrive, begin, button, choose, consent, heading, orderForSelf, readDocuments } from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('whoever is buying as the sale is stopped is told so, also where the page knew nothing of it a moment ago', async () => {
  const { shop } = stage;
  const { editionCode } = await shop.visitor().value('productInfo', {});
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  await begin(visit, shop, resident(480));
  await addMember(page, resident(480), 'self');
  await choose(page, resident(480));
  await readDocuments(page);
  await consent(page).check();
  const goOn = await stopSale(shop, editionCode);
  await button(page, '去付款').click();
  await arrive(page, 'noSale', '暂停参保');
  await page.getByText('系统维护').waitFor();
  expect(await page.getByRole('link', { name: '去参保' }).count()).toBe(0);
  await goOn();
});

test('an order that is lost while the sale stands still says when another can be put in, and warns of giving it up', async () => {
  const { shop } = stage;
  const { editionCode } = await shop.visitor().value('productInfo', {});
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  const orderNo = await orderForSelf(visit, shop, resident(482));
  const goOn = await stopSale(shop, editionCode);
  const open = async (screen: string) => {
    await visit.open(`#/${screen}?orderNo=${orderNo}`);
    await page.reload();
  };
  await open('orderDetail');
  await heading(page, '待付款').waitFor();
  await button(page, '取消订单').click();
  const dialog = page.getByRole('dialog', { name: '取消这笔订单？' });
  await dialog.getByText('全省暂停参保：系统维护。恢复后可以重新提交订单').waitFor();
  await dialog.getByRole('button', { name: '取消订单' }).click();
  await arrive(page, 'order-cancel', '取消成功');
  expect(await page.getByRole('link', { name: '重新参保' }).count()).toBe(0);
  for (const screen of ['orderDetail', 'payFail']) {
    await open(screen);
    await page.getByText('没有扣款。全省暂停参保：系统维护。恢复后可以重新提交订单').waitFor();
    expect(await page.getByRole('link', { name: '重新参保' }).count()).toBe(0);
    await look(page, `${screen}-stopped`, { elder: true });
  }
  await goOn();
  await open('payFail');
  await page.getByText('没有扣款。还要参保的话，请重新提交订单').waitFor();
  await page.getByRole('link', { name: '重新参保' }).waitFor();
});
