import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { creditCodeCheckCharacter } from '@huimin/domain/person';
import { test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-groups');
const FIRST = '91320594MA1EXAMP2';
const staff = Array.from({ length: 12 }, (_, index) => resident(800 + index));

test('a company is put down, its list read, a wrong line put right by the keyboard, another taken out', async () => {
  const { page } = await signIn('yunying01', '/groups');
  await heading(page, '团体参保').waitFor();
  await page.getByText('还没有单位').waitFor();
  await button(page, '登记单位').click();
  await page.getByLabel('单位名称').fill('示范机械（苏州）有限公司');
  await page.getByLabel('统一社会信用代码').fill(`${FIRST}${creditCodeCheckCharacter(FIRST)}`);
  await page.getByLabel('医保所在地').fill('工业园区');
  await page.keyboard.press('Enter');
  await page.getByLabel(/^人数/).fill('12');
  await page.getByLabel('联系人', { exact: true }).fill('王示范');
  await page.getByLabel('联系人手机号').fill('13900000871');
  await look(page, 'register');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /登\s*记/ })
    .click();
  await page.getByRole('heading', { name: '示范机械（苏州）有限公司' }).waitFor();

  const step = async (name: string, ok: RegExp, note?: string) => {
    await button(page, name).click();
    const dialog = page.getByRole('dialog', { name });
    if (note !== undefined) await dialog.getByRole('textbox').fill(note);
    await dialog.getByRole('button', { name: ok }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await step('我来跟进', /接\s*手/);
  await step('记跟进', /记\s*下/, '电话里说好了');
  await step('开始收名单', /开始收/);
  const lines = staff.map((one, place) => {
    const idNumber = place === 6 ? one.idNumber.slice(0, 17) : one.idNumber;
    return [one.name, idNumber, one.phone, '苏州工业园区'].join(',');
  });
  const path = join(tmpdir(), `huimin-roster-${process.pid}.csv`);
  writeFileSync(path, ['姓名,身份证号,手机号,医保所在地', ...lines, lines[2]].join('\r\n'));
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText('有问题 2').waitFor();
  await page.getByText('和第 4 行是同一个人').waitFor();
  await page.locator('body').press('ArrowDown');
  await page.locator('tr[aria-selected="true"]').getByText('第 8 行').waitFor();
  await look(page, 'roster');
  await page.locator('body').press('Enter');
  const mend = page.getByRole('dialog', { name: /改第 8 行/ });
  const person = staff[6];
  await mend.getByLabel('姓名').fill(person?.name ?? '');
  await mend.getByLabel('证件号码').fill(person?.idNumber ?? '');
  await mend.getByLabel('本人手机号').fill(person?.phone ?? '');
  await look(page, 'mend');
  await mend.getByRole('button', { name: '改好了' }).click();
  await mend.waitFor({ state: 'hidden' });
  await page.getByText('有问题 1').waitFor();
  await button(page, '把第 14 行移出名单').click();
  const asked = page.getByRole('dialog', { name: '把第 14 行移出名单？' });
  await asked.getByRole('button', { name: /移\s*出/ }).click();
  await page.getByText('没有要改的行').waitFor();
  // What the address says is there again after a reload.
  await page.reload();
  await page.getByRole('heading', { name: '示范机械（苏州）有限公司' }).waitFor();
  await page.getByText('通过 12').waitFor();
  await look(page, 'whole');
});
