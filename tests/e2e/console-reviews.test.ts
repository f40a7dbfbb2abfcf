import { expect, test } from 'vitest';
import { seedServices } from '../../apps/server/seed/services.ts';
import { PHOTO } from '../integration/change-stage.ts';
import { askAppeal, askDrug, askRecheck } from '../integration/review-stage.ts';
import { useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-reviews');

test('one person of operations decides, another agrees beside the same papers and sum', async () => {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  await seedServices(server.deps);
  const { caseNo } = await askRecheck(stage.shop, 3_101);
  const { number, visitor } = await askDrug(stage.shop, 3_102);
  await askAppeal(stage.shop, 3_103, PHOTO);

  const first = await signIn('yunying01', '/reviews');
  const { page } = first;
  await heading(page, '理赔与特药审核').waitFor();
  await page.getByRole('heading', { name: caseNo }).waitFor();
  await page.getByText('按规则和保险公司都是 27,200.00 元').waitFor();
  await look(page, 'recheck');
  await button(page, '按案件号重算').click();
  const any = page.getByRole('dialog', { name: '按案件号重算' });
  await any.getByLabel('案件号').fill('LP99999999');
  await any.getByRole('button', { name: /重\s*算/ }).click();
  await any.getByText('没有这个案件').waitFor();
  await any.getByLabel('案件号').fill(caseNo);
  await any.getByRole('button', { name: /重\s*算/ }).click();
  await any
    .getByRole('region', { name: `案件 ${caseNo}` })
    .getByText('按规则和保险公司都是 27,200.00 元')
    .waitFor();
  await look(page, 'any-claim');
  await any.getByRole('button', { name: /关\s*上/ }).click();
  await any.waitFor({ state: 'hidden' });
  // What somebody is ill with is nothing for the telephone.
  const { page: telephone } = await signIn('kefu01', '/reviews');
  await telephone.getByText('您的角色不能看这一页').waitFor();
  expect(await button(telephone, '按案件号重算').count()).toBe(0);
  await button(page, '复核无误').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('给本人的答复').fill('发票已经算在内，结果不变');
  await dialog.getByRole('button', { name: '复核无误' }).click();
  await page.getByText('没有等审核的').waitFor();

  await page.getByRole('tab', { name: /特药申请/ }).click();
  await page.getByRole('heading', { name: number }).waitFor();
  await page.getByText('一期，按既往症比例').waitFor();
  const paper = page.waitForResponse((response) => response.url().includes('/papers/'));
  await page.getByRole('button', { name: /^看处方/ }).click();
  expect((await paper).headers()['content-type']).toBe('image/jpeg');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await look(page, 'drug');
  await page.getByRole('button', { name: /^通过/ }).click();
  await dialog.getByLabel('批几期').fill('3');
  await dialog.getByRole('textbox', { name: '说明' }).fill('材料齐，适应症符合');
  await look(page, 'approve');
  await dialog.getByRole('button', { name: '提交复核' }).click();
  await page.getByText('待第二个人').waitFor();
  await page.getByText('您是发起人，等复核员处理').waitFor();

  await page.getByRole('tab', { name: /既往症复核/ }).click();
  await page.getByText('归错了类').first().waitFor();
  await look(page, 'appeal');

  const { page: second } = await signIn('hegui01', `/reviews?queue=drug&no=${number}`);
  await second.getByText('通过 3 期，按正常比例：材料齐，适应症符合').waitFor();
  await look(second, 'second');
  await button(second, '通过').click();
  await second.getByRole('dialog').getByRole('button', { name: '通过，马上办' }).click();
  await second.getByText('没有等审核的').waitFor();
  await second.getByText('批 3 期，已取 0 期').waitFor();
  expect((await visitor.value('drugApplications', {})).applications[0]).toMatchObject({
    status: 'approved',
    cycles: 3,
  });
});

test('the rules open with the edition on sale, and the one that is not sold yet says so', async () => {
  const { page } = await signIn('yunying01', '/claim-rules');
  await heading(page, '理赔规则').waitFor();
  await page.getByTitle('苏民安 2027 demo27，参保中').waitFor();
  await page.getByRole('region', { name: '第 1 版' }).waitFor();
  await look(page, 'rules-on-sale');
  await page.getByRole('combobox', { name: '产品版本' }).click();
  await page.getByText('苏民安 2028 soon28，未开售').click();
  await page.getByTitle('苏民安 2028 soon28，未开售').first().waitFor();
  await page.getByRole('region', { name: '第 1 版' }).waitFor();
  expect(new URL(page.url()).searchParams.get('edition')).toBe('soon28');
});

test('a next version of the rules is tried beside the one in use, and published by another person', async () => {
  const { page } = await signIn('yunying01', '/claim-rules?edition=js26');
  await heading(page, '理赔规则').waitFor();
  await button(page, /^写第 2 版/).click();
  await page.getByLabel(/目录内自付 起付线$/).fill('10000');
  await button(page, '加一个').click();
  await page.getByLabel('案例 1 目录内自付').fill('46000');
  await page.getByLabel('案例 1 应赔').fill('27200');
  await button(page, '试算').click();
  await page.getByText('对照案例“案例 1”按规则赔 28,800.00 元，您写的是 27,200.00 元').waitFor();
  expect(await button(page, '提交复核').isDisabled()).toBe(true);
  await page.getByLabel('案例 1 应赔').fill('28800');
  await button(page, '试算').click();
  await page.getByText('一致', { exact: true }).waitFor();
  await look(page, 'rules-trial');
  await button(page, '提交复核').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('按补充协议调整起付线');
  await dialog.getByRole('button', { name: '提交复核' }).click();
  await page.getByText('您是发起人，等复核员处理').waitFor();

  const { page: second } = await signIn('hegui01', '/claim-rules?edition=js26');
  await second.getByRole('region', { name: '和在用的一版比' }).waitFor();
  await look(second, 'rules-second');
  await button(second, '通过').click();
  await second.getByRole('dialog').getByRole('button', { name: '通过，马上办' }).click();
  await second.getByRole('region', { name: '和在用的一版比' }).waitFor({ state: 'hidden' });
  await second.getByRole('dialog').waitFor({ state: 'hidden' });
  await button(second, /^第 1 版/).click();
  await second.getByRole('region', { name: '第 1 版' }).waitFor();
  await look(second, 'rules');
});
