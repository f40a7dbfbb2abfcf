import { people } from '@huimin/testing';
import { beforeAll, expect, test } from 'vitest';
import { DEMONSTRATION_INSURED, seedClaims } from '../../apps/server/seed/demonstration-claims.ts';
import { importDueClaimFile, storeClaimFile } from '../../apps/server/src/features/claims/index.ts';
import { csv, paid } from '../integration/claim-stage.ts';
import { keep, loggedIn } from '../integration/shop.ts';
import { arrive, askForCode, button, heading, query, readCode } from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { phone, name, idNumber, child } = DEMONSTRATION_INSURED;

beforeAll(async () => {
  const [server] = stage.shop.servers;
  if (server) await seedClaims(server.deps);
});

test('by a login for claims alone: who one is, what was paid, every step, and a second look', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('#/claims');
  await page.getByRole('button', { name: '取消' }).click();
  await button(page, '只查理赔').click();
  await heading(page, '查理赔和结算').waitFor();
  await askForCode(page, phone);
  await page.getByLabel('短信验证码').fill(readCode(stage.shop, phone));
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await page.getByRole('button', { name: '登录', exact: true }).click();

  await arrive(page, 'claims', '理赔结果');
  await button(page, '查理赔').click();
  await page.getByText('请填写姓名').first().waitFor();
  await page.getByLabel('姓名').fill(child.name);
  await page.getByRole('textbox', { name: '证件号码' }).fill(people.stranger.idNumber);
  await button(page, '查理赔').click();
  await page.getByText('没有找到能给您看的理赔记录').waitFor();
  await look(page, 'claims-who');
  await page.getByLabel('姓名').fill(name);
  // What is masked shows itself to whoever goes on typing.
  await page.getByRole('textbox', { name: '证件号码' }).focus();
  await page.getByRole('textbox', { name: '证件号码' }).fill('');
  await page.getByRole('textbox', { name: '证件号码' }).fill(idNumber);
  await button(page, '查理赔').click();

  const paid = page.getByRole('article', { name: '2025 年住院 第 1 次' });
  await paid.getByText('16,000.00').first().waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(4);
  await look(page, 'claims');
  await page.getByRole('link', { name: '看详情，2025 年住院 第 2 次' }).click();
  await arrive(page, 'claimDetail', '2025 年住院 第 2 次');
  await page.getByText('等到账').waitFor();
  await look(page, 'claim-detail');
  await page.getByRole('link', { name: '看怎么算出来的' }).click();

  await arrive(page, 'order_search_new2', '理算结果');
  await page.getByText('起付线 12,000.00，2025 年已用完').waitFor();
  await page.getByText('3,000.00 × 70%').waitFor();
  await page.getByText('955,200.00 元').waitFor();
  await button(page, '觉得不对，申请复核').waitFor();
  await look(page, 'adjustment');
  await button(page, '觉得不对，申请复核').click();
  const ask = page.getByRole('dialog', { name: '申请复核' });
  await ask.getByLabel('哪里不对（选填）').fill('有一张发票没有算');
  await ask.getByRole('button', { name: '提交' }).click();
  await page.getByText('复核中').waitFor();
  await button(page, '撤回申请').click();
  await page.getByText('已撤回', { exact: true }).first().waitFor();

  await button(page, '换一次，看别的就诊').click();
  const visits = page.getByRole('dialog', { name: '看哪一次' });
  await visits.getByRole('button', { name: /第 1 次.*已赔付/ }).click();
  await page.getByText('20,000.00 × 80%').waitFor();
  expect(query(page).get('caseNo')).toBe('DEMO2025000001');
});

test('in large letters, for oneself and for a child whose year is below the deductible', async () => {
  stage.clock.advance(61_000);
  const visitor = await loggedIn(stage.shop, { phone });
  await keep(visitor, { ...people.linMei, phone }, '00');
  await visitor.value('addMember', {
    ...{ relationship: '03', name: child.name, idType: '01', idNumber: child.idNumber, regionCode: '320500' },
    ...{ consent: true, guardianConsent: true },
  });
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  const [cookie = '', value = ''] = visitor.cookie.split('=');
  await visit.context.addCookies([{ name: cookie, value, url: stage.shop.origin }]);
  await visit.context.addInitScript(() => localStorage.setItem('huimin-account', '139****0000'));
  await visit.open('#/order_search_new2?caseNo=DEMO2025000002');
  await arrive(page, 'order_search_new2', '能赔多少');
  await page.getByText('28,800 + 2,100 = 30,900 元').waitFor();
  await button(page, '申请再算一遍').waitFor();
  await look(page, 'adjustment', { elder: true });

  await button(page, '换一次，看别的就诊').click();
  await page.getByRole('dialog', { name: '看哪一次' }).getByRole('button', { name: '看别人的' }).click();
  await page
    .getByRole('dialog', { name: '看谁的' })
    .getByRole('button', { name: new RegExp(child.name) })
    .click();
  await page.getByText('这次不赔').first().waitFor();
  await button(page, '申请再算一遍').waitFor();
  await look(page, 'adjustment-zero', { elder: true });
  await page.evaluate(() => localStorage.setItem('huimin-mode', 'standard'));
  await page.reload();
  await page.getByText('还差 2,700.00 元').waitFor();
  await button(page, '觉得不对，申请复核').waitFor();
  await look(page, 'adjustment-zero');
  await visit.open('#/claims');
  await page.getByRole('article', { name: '2025 年住院 第 2 次' }).waitFor();
  await page.evaluate(() => localStorage.setItem('huimin-mode', 'elder'));
  await page.reload();
  await page.getByRole('article', { name: '2025 年第 2 次住院' }).waitFor();
  await look(page, 'claims', { elder: true });
});

test('how a claim of an older policy was worked out is shown in its own year, also beside a newer claim', async () => {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  const newer = paid({ ...people.linMei, phone });
  await storeClaimFile(server.deps, Buffer.from(csv([newer])), { day: '2026-11-20', by: '张理赔' }, stage.clock.now());
  await importDueClaimFile(server.deps);
  stage.clock.advance(61_000);
  const visitor = await loggedIn(stage.shop, { phone });
  const visit = await stage.visit();
  const { page } = visit;
  const [cookie = '', value = ''] = visitor.cookie.split('=');
  await visit.context.addCookies([{ name: cookie, value, url: stage.shop.origin }]);
  await visit.context.addInitScript(() => localStorage.setItem('huimin-account', '139****0000'));
  await visit.open('#/claims');
  await page.getByRole('article', { name: '2026 年住院 第 1 次' }).waitFor();
  await page.getByRole('link', { name: '看详情，2025 年住院 第 2 次' }).click();
  await arrive(page, 'claimDetail', '2025 年住院 第 2 次');
  await page.getByRole('link', { name: '看怎么算出来的' }).click();
  await arrive(page, 'order_search_new2', '理算结果');
  await page.getByRole('heading', { name: '2025 年住院 第 2 次' }).waitFor();
  await page.getByText('起付线 12,000.00，2025 年已用完').waitFor();
  await look(page, 'adjustment-older-year');
});
