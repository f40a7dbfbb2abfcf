import { calls } from '@huimin/contract';
import { API_BASE_PATH } from '@huimin/contract/wire';
import { beijingDate } from '@huimin/domain/date';
import { MAP_ORIGINS } from '@huimin/domain/outlet';
import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { arrive, askForCode, button, heading, logIn, pickRegion, query, readCode } from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
/** The demonstration's edition that is still to open. */
const coming = () => `soon${Number(beijingDate(stage.clock.now()).slice(2, 4)) + 2}`;

test('before the sale somebody leaves a phone, sees the booking, comes back to it and takes it back', async () => {
  const { shop } = stage;
  const visit = await stage.visit();
  const { page } = visit;
  const { phone } = resident(230);
  // Longer than any share's code: nobody's, and no reason to refuse a booking.
  const shareCode = 'a'.repeat(65);
  await visit.open(`?productId=${coming()}#/noSale?shareCode=${shareCode}&area=320500`);
  await heading(page, '暂未开售').waitFor();
  await look(page, 'no-sale-booking');
  await page.getByRole('link', { name: '开售时提醒我' }).click();
  await arrive(page, 'yuyue', /开售预约/);
  await page.getByText('预约不是参保').waitFor();
  await look(page, 'booking');

  await button(page, '预约开售提醒').click();
  await page.getByText('处需要修改').waitFor();
  await page.getByText('请先选择医保所在地').first().waitFor();
  await askForCode(page, phone);
  await page.getByLabel('短信验证码').fill(readCode(shop, phone));
  await page.getByRole('button', { name: '医保所在地 请选择' }).click();
  await pickRegion(page);
  await button(page, '增加一人').click();
  await button(page, '增加一人').click();
  await page.getByRole('checkbox', { name: /同意开售时发短信提醒我/ }).check();
  await button(page, '预约开售提醒').click();

  await arrive(page, 'bookSuccessfully', '预约成功');
  await page.getByText(/^苏民安 \d+ 开售后我们将第一时间短信提醒您$/).waitFor();
  await page.getByText('大概 3 人').waitFor();
  await page.getByText('苏州 - 工业园区').waitFor();
  expect(await page.getByText(phone).count()).toBe(0);
  await look(page, 'booking-done');
  // Nobody else finds it by its address.
  const other = await stage.visit({ elder: true });
  await other.open(`#/bookSuccessfully?bookingNo=${query(page).get('bookingNo')}`);
  await heading(other.page, '我的预约').waitFor();
  await button(other.page, '查询').waitFor();
  await look(other.page, 'booking-show', { elder: true });

  await button(page, '取消预约').click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '取消预约' }).click();
  await heading(page, '预约已取消').waitFor();
  await page.getByRole('link', { name: '再预约' }).click();
  await arrive(page, 'yuyue', /开售预约/);
  expect(Object.fromEntries(query(page))).toEqual({ productId: coming(), shareCode, area: '320500' });
});

test('somebody logged in books from a shared poster in large letters, and is told of it when booking again', async () => {
  const { shop } = stage;
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  await visit.open('#/login');
  await logIn(visit, shop, resident(231));
  await visit.open(`?productId=${coming()}#/yuyue2026post?shareCode=S1`);
  await arrive(page, 'yuyue2026post', /开售预约/);
  await page.getByText('承保：').waitFor();
  await page.getByRole('button', { name: /医保所在地/ }).click();
  await pickRegion(page);
  await page.getByRole('checkbox', { name: /同意开售时发短信提醒我/ }).check();
  await look(page, 'booking-poster', { elder: true });
  await button(page, '预约开售提醒').click();
  await arrive(page, 'bookSuccessfully', '预约成功');
  await look(page, 'booking-done', { elder: true });
  await visit.open('#/yuyue2026');
  await page.getByText('您已经预约过').waitFor();
  // What is on sale is not booked.
  await visit.open('?x=1#/yuyue');
  await heading(page, '已经开售').waitFor();
});

test('an outlet is found by city, district, words and distance, without the position leaving the phone', async () => {
  const visit = await stage.visit();
  const { page, context } = visit;
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ longitude: 120.6, latitude: 31.3 });
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await visit.open('#/branch');
  await arrive(page, 'branch', '服务网点');
  await heading(page, '服务网点').waitFor();
  await page.getByRole('heading', { name: /^苏州 \d+ 个网点$/ }).waitFor();
  expect(await page.getByText(/公里$/).count()).toBe(0);
  await page.getByRole('button', { name: '姑苏区' }).click();
  await page.getByRole('heading', { name: '姑苏区 3 个网点' }).waitFor();
  await button(page, '按远近排').click();
  await page.getByText(/公里$/).first().waitFor();
  await look(page, 'branch');
  const map = await page.getByRole('link', { name: /怎么走，到甲信财产姑苏服务点/ }).getAttribute('href');
  expect(new URL(map ?? '').origin).toBe(MAP_ORIGINS.amap);
  expect(await page.getByRole('link', { name: /打电话给甲信财产姑苏服务点/ }).getAttribute('href')).toBe(
    'tel:4000651066',
  );
  await page.getByRole('searchbox', { name: '搜网点名或地址' }).fill('银行');
  await page.getByRole('heading', { name: '姑苏区 1 个网点' }).waitFor();

  await button(page, /参保时记到这个网点/).click();
  await page.waitForURL((url) => url.hash.includes('agentCode=SZGS02'));
  await page.getByRole('button', { name: /已选这个网点/ }).waitFor();
  await page.getByRole('button', { name: /^城市/ }).click();
  await page.getByRole('dialog', { name: '选择城市' }).getByRole('button', { name: /^南通/ }).click();
  await page.getByRole('heading', { name: '南通 3 个网点' }).waitFor();
  await page.getByRole('searchbox').fill('没有这样的');
  await button(page, '清除搜索').click();
  await page.getByRole('heading', { name: '南通 7 个网点' }).waitFor();
  await visit.open('#/index');
  expect(sent.filter((text) => /120\.6|31\.3|longitude|latitude/.test(text))).toEqual([]);

  const wechat = await stage.visit({ elder: true });
  await wechat.open('#/ntbranch');
  await wechat.page.getByRole('heading', { name: /^南通 \d+ 个网点$/ }).waitFor();
  await look(wechat.page, 'ntbranch', { elder: true });
});

test('the home page of a sale that is still to open offers the booking before any answer has told the time', async () => {
  const visit = await stage.visit({ withoutWorker: true });
  const { page } = visit;
  let letAnswer = () => {};
  const asked = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  await page.route(`**${API_BASE_PATH}${calls.productInfo.path}*`, async (route) => {
    await asked;
    await route.continue();
  });
  await visit.open(`?productId=${coming()}#/index`);
  await button(page, '长辈版').click();
  await button(page, '退出长辈版').waitFor();
  await page.getByRole('link', { name: '开售时提醒我' }).waitFor();
  await expect.poll(() => page.getByText('参保开始').count()).toBe(1);
  letAnswer();
  await page.getByRole('link', { name: '开售时提醒我' }).click();
  await arrive(page, 'yuyue', /开售预约/);
});
