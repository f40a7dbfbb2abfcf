import { addDays, beijingDate, formatDotDate } from '@huimin/domain/date';
import { expect, test } from 'vitest';
import { seedOutletStaff } from '../../apps/server/seed/outlet-staff.ts';
import { PHOTO } from '../integration/change-stage.ts';
import { resident } from '../integration/shop.ts';
import {
  arrive,
  button,
  consent,
  fillMember,
  heading,
  logIn,
  openCashier,
  pickRegion,
  pressAtCashier,
  readDocuments,
} from './journey.ts';
import { faultsInTheLeastRoom, look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const STAFF = { phone: '13900000099' };
const MID = {
  waitingDays: 30,
  reasons: [
    { code: 'newborn', label: '新生儿', detail: '出生 90 天内', proof: 'birth', withinDays: 90 },
    { code: 'discharged', label: '退役军人', detail: '退役 60 天内，要拍退役证明', proof: 'paper', withinDays: 60 },
  ],
};

test('an outlet fills in, the resident reads, confirms and pays on an own phone in large letters', async () => {
  const { shop } = stage;
  const [server] = shop.servers;
  if (server) await seedOutletStaff(server.deps);
  const counter = await stage.visit();
  const desk = counter.page;
  await counter.open('#/temp-login');
  await look(desk, 'temp-login');
  await desk.getByRole('link', { name: '用登记的手机号登录' }).click();
  await logIn(counter, shop, STAFF);
  await arrive(desk, 'temp-index', '网点协助');
  await button(desk, '开一个协助码').click();
  await desk.getByText('一位居民用一次').waitFor();
  await look(desk, 'temp-index-code');
  // Whoever works at the counter may need large letters too.
  const setMode = (mode: string) => desk.evaluate((to) => document.documentElement.setAttribute('data-mode', to), mode);
  await setMode('elder');
  expect(await faultsInTheLeastRoom(desk, 'temp-index-code')).toEqual([]);
  await setMode('standard');
  const digits = ((await desk.locator('.assist-digits [aria-hidden]').textContent()) ?? '').replace(/\D/g, '');

  const phone = await stage.visit({ elder: true });
  const { page } = phone;
  const person = resident(81);
  await phone.open('#/temp-login');
  await button(page, '下一步').click();
  await page.getByText('请输入网点给的 6 位码').waitFor();
  await page.getByLabel('网点给的 6 位码').fill(digits);
  await button(page, '下一步').click();
  await logIn(phone, shop, person);
  await arrive(page, 'temp-confirm', '网点协助');
  await page.getByText('工作人员正在帮您填信息').waitFor();
  await look(page, 'temp-confirm-waiting', { elder: true });

  await desk.getByText('已扫码').waitFor();
  await button(desk, '填居民本人的信息').click();
  const sheet = desk.getByRole('dialog', { name: '居民本人' });
  await sheet.getByRole('button', { name: '填好了' }).click();
  await sheet.getByText('处需要修改').waitFor();
  await sheet.getByLabel('姓名').fill(person.name);
  await sheet.getByRole('textbox', { name: '证件号码' }).fill(person.idNumber);
  await sheet.getByLabel('手机号').fill(person.phone);
  await sheet.getByRole('button', { name: /医保所在地/ }).click();
  await pickRegion(desk);
  await look(desk, 'temp-index-form');
  await sheet.getByRole('button', { name: '填好了' }).click();
  await button(desk, '送到居民手机').click();
  await desk.getByText('您帮忙填的信息已送到').waitFor();

  await heading(page, '请您自己看一遍').waitFor();
  await page.getByText(person.name, { exact: true }).waitFor();
  expect(await page.getByText(person.idNumber).count()).toBe(0);
  await look(page, 'temp-confirm', { elder: true });
  await readDocuments(page);
  await desk.getByText('居民读完了文件').waitFor();
  await look(desk, 'temp-index-progress');
  await button(page, '我确认，去付款').click();
  await page.getByText('请看完以上内容后勾选').waitFor();
  await consent(page).check();
  await button(page, '我确认，去付款').click();
  await arrive(page, 'pay', /应付金额|一共要付/);
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', /支付成功|付好了/);
  await expect.poll(() => desk.locator('.progress-steps-done').count()).toBe(5);
  await button(desk, '帮下一位居民').waitFor();
});

test('after the main window a newborn joins mid-year, covered after the waiting days', async () => {
  const { shop } = stage;
  const today = beijingDate(stage.clock.now());
  const dates = {
    insureStart: addDays(today, -60),
    insureEnd: addDays(today, -3),
    underwriteEnd: addDays(today, -2),
    validDate: addDays(today, -1),
    invalidDate: addDays(today, 300),
    flows: { mid: { ...MID, from: addDays(today, -1), until: addDays(today, 100) } },
  };
  await shop.servers[0]?.deps.database.query(
    'update editions set document = document || $1::jsonb, config_version = config_version + 1 where is_default',
    [JSON.stringify(dates)],
  );
  await shop.servers[0]?.deps.editions.refresh();
  const first = formatDotDate(addDays(today, 31));
  const last = formatDotDate(dates.invalidDate);
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('#/noSale');
  await page.getByRole('link', { name: '中途参保（新生儿等）' }).click();
  await arrive(page, 'mid', '中途参保');
  await page.getByText(`${first} 起保到 ${last}`).waitFor();
  await look(page, 'mid');
  await page.getByRole('link', { name: '开始办理' }).click();
  await logIn(visit, shop, resident(85));
  // The sheet with the places lies over the page at once.
  await page.getByRole('dialog', { name: '选择医保所在地' }).waitFor();
  await pickRegion(page);
  await page.getByRole('link', { name: '添加本人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await fillMember(page, resident(85), 'self');
  await page.getByRole('checkbox', { name: /个人信息授权书/ }).check();
  await button(page, '保存').click();
  await page.getByRole('checkbox', { name: new RegExp(resident(85).name) }).check();
  await button(page, '下一步').click();
  await arrive(page, 'beforeConfirm', '核对参保信息');
  await page.getByText(`${first} - ${last}`).waitFor();
  await readDocuments(page);
  await consent(page).check();
  await button(page, '去付款').click();
  // Grown up and without a reason of their own: told so, and nothing is sold.
  await page.getByRole('dialog').getByText('还没有中途参保资格').waitFor();
  await button(page, '去确认资格').click();
  await arrive(page, 'midApply', '中途参保资格');
  await button(page, '交上去').click();
  await page.getByText('请先拍照或选择材料').waitFor();
  await page.locator('#mid-papers-album').setInputFiles({ name: '退役证.jpg', mimeType: 'image/jpeg', buffer: PHOTO });
  await page.getByText('已上传', { exact: true }).waitFor();
  await look(page, 'mid-apply');
  await button(page, '交上去').click();
  await page.getByText('审核中').waitFor();
  await look(page, 'mid-apply-sent');

  await visit.open('#/mysure');
  await arrive(page, 'mysure', '我的参保');
  await page.getByText('选好了 1 人，还没下单').waitFor();
  await look(page, 'mysure');
  await visit.open('#/beforeIndex');
  await arrive(page, 'beforeIndex', '参保');
  await look(page, 'before-index');
});
