import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMONSTRATION_PEOPLE } from '../../apps/server/seed/demonstration-staff.ts';
import { DEMONSTRATION_PASSWORD } from '../../apps/server/src/features/staff/index.ts';
import { codeOf, demonstrationCode } from '../integration/desk.ts';
import { useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { open, atDoor, signIn, look } = useConsole(stage, 'console');
const OWN_PASSWORD = 'four plain words together';

/** Signs in by the calls themselves, from a page that is open, and answers the new page's token. */
function signInByHand(page: Page, account: string): Promise<string> {
  const input = { account, password: DEMONSTRATION_PASSWORD, code: demonstrationCode(stage, account) };
  return page.evaluate(async ({ code, ...who }) => {
    const post = async (path: string, body: object, token: string) => {
      const headers = { 'content-type': 'application/json', 'X-PI-PRO-NUM': 'CITY00000022', projectId: 'PJ000059' };
      const response = await fetch(`/hmb-js26/console/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers, 'X-Console-Token': token },
        body: JSON.stringify(body),
      });
      const { result } = (await response.json()) as { result: { token: string } | null };
      return result?.token ?? '';
    };
    return post('/sign-in/second', { code }, await post('/sign-in', who, ''));
  }, input);
}

test('an administrator adds a compliance person, somebody else agrees, and the new person gets in', async () => {
  const security = await signIn('anquan01');
  await heading(security.page, '用户与角色').waitFor();
  await security.page.getByText('kefu01').waitFor();
  await look(security.page, 'staff');
  // A list that could not be read is not called empty.
  security.expectTrouble(/503/);
  await security.page.route(/\/api\/v1\/staff(\?|$)/, (route) => route.fulfill({ status: 503, body: '' }));
  await security.page.reload();
  await button(security.page, '再试一次').waitFor();
  expect(await security.page.getByText('没有这样的用户').count()).toBe(0);
  await security.page.unrouteAll();
  await button(security.page, '再试一次').click();
  await security.page.getByText('kefu01').waitFor();
  await button(security.page, '新建用户').click();
  const form = security.page.getByRole('dialog', { name: '新建用户' });
  await form.getByLabel('账号').fill('hegui07');
  await form.getByLabel('姓名').fill('陈示范');
  await form.getByLabel('单位').fill('甲信财产');
  await form.getByLabel('角色').click();
  await form.getByLabel('角色').fill('合规');
  await security.page.keyboard.press('Enter');
  // At the first letter nothing is wrong yet; what is said when it is sent goes as soon as it is right.
  const short = form.getByText(/^请写原因，至少 4 个字/);
  await form.getByLabel('原因').click();
  await form.getByLabel('原因').fill('新');
  expect(await short.count()).toBe(0);
  await security.page.keyboard.press('Control+Enter');
  await short.waitFor();
  await form.getByLabel('原因').fill('新同事入职');
  await short.waitFor({ state: 'detached' });
  await look(security.page, 'add');
  await form.getByRole('button', { name: '提交申请' }).click();
  await security.page.getByText('已提交，等第二个人同意').waitFor();
  await security.page.reload();
  await security.page.getByText('kefu01').waitFor();
  expect(await security.page.getByText('hegui07').count()).toBe(0);

  const audit = await signIn('shenji01');
  await audit.page.getByRole('link', { name: /^申请/ }).click();
  await heading(audit.page, '申请').waitFor();
  const request = audit.page.getByRole('article').filter({ hasText: 'hegui07' });
  await look(audit.page, 'approvals');
  await request.waitFor();
  expect(await request.getAttribute('aria-current')).toBe('true');
  await audit.page.keyboard.press('d');
  await audit.page.getByRole('dialog', { name: /^不同意/ }).waitFor();
  await audit.page.keyboard.press('Escape');
  await audit.page.getByRole('dialog').waitFor({ state: 'detached' });
  await audit.page.keyboard.press('a');
  const decision = audit.page.getByRole('dialog', { name: /^同意/ });
  await look(audit.page, 'decision');
  await decision.getByRole('button', { name: '同意并办理' }).click();
  await audit.page.getByText('没有等您同意的申请').waitFor();

  await security.page.reload();
  await button(security.page, /hegui07/).click();
  const drawer = security.page.getByRole('dialog', { name: /hegui07/ });
  await drawer.getByRole('button', { name: '发首次登录密码' }).click();
  const password = (await drawer.locator('.secret').textContent()) ?? '';
  await look(security.page, 'first-password');

  const person = await open();
  await atDoor(person, 'hegui07', password.trim());
  const { page } = person;
  await heading(page, '首次登录：绑定动态口令').waitFor();
  await page.getByLabel('新密码').fill(OWN_PASSWORD);
  await page.getByLabel('再输一遍').fill(OWN_PASSWORD);
  const secret = ((await page.getByTestId('secret').textContent()) ?? '').replace(/\s/g, '');
  await page.getByLabel('动态口令').fill('000000');
  await look(page, 'enrolment');
  await button(page, '绑定并登录').click();
  await page.getByText('动态口令不对').waitFor();
  await page.getByLabel('动态口令').fill(codeOf(secret, stage.clock.now()));
  await button(page, '绑定并登录').click();
  await heading(page, '记下备用码').waitFor();
  await expect.poll(() => page.getByRole('list', { name: '备用码' }).getByRole('listitem').count()).toBe(10);
  await page.getByRole('checkbox', { name: '已经记下了' }).check();
  await look(page, 'recovery-codes');
  await button(page, '进入后台').click();
  await page.getByRole('navigation', { name: '菜单' }).waitFor();
  await page.getByRole('link', { name: '审计日志' }).click();
  await page.getByText('首次登录，绑定动态口令').first().waitFor();
  await look(page, 'audit');
  // What is not theirs is not in the menu, and says so by its address.
  expect(await page.getByRole('link', { name: '用户与角色' }).count()).toBe(0);
  await person.open('hmb-js26/console/staff');
  await page.getByText('您的角色不能看这一页').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: '快捷键' }).waitFor();
  await look(page, 'keys');
});

test('wrong codes lock the account, an ended session keeps what was being filled in, and signing out is the end', async () => {
  const visit = await signIn('kefu01');
  const { page } = visit;
  // A group of the menu folds away, and is so after the page was loaded again.
  const orders = page.getByRole('link', { name: '订单台' });
  await page.getByRole('link', { name: '我的登录' }).click();
  await heading(page, '我的登录').waitFor();
  await button(page, '经营').click();
  await orders.waitFor({ state: 'hidden' });
  await page.reload();
  await heading(page, '我的登录').waitFor();
  expect(await orders.isVisible()).toBe(false);
  await button(page, '经营').click();
  await orders.waitFor();
  await look(page, 'own');
  await button(page, '改密码').click();
  const form = page.getByRole('dialog', { name: '改密码' });
  await form.getByLabel('新密码').fill(OWN_PASSWORD);
  await form.getByLabel('原密码').fill('not this one');
  // Half an hour without anything.
  stage.clock.advance(31 * 60_000);
  await form.getByLabel('原密码').press('Control+Enter');
  await heading(page, '登录已经结束').waitFor();
  // Out of the open dialog, to be typed at once; and back to the field that was left.
  const isAt = (field: Locator) => field.evaluate((element) => element === document.activeElement);
  await expect.poll(() => isAt(page.getByLabel('密码', { exact: true }))).toBe(true);
  await look(page, 'ended');
  await page.getByLabel('密码', { exact: true }).fill(DEMONSTRATION_PASSWORD);
  await button(page, '下一步').click();
  await page.getByLabel('动态口令').fill(demonstrationCode(stage, 'kefu01'));
  await button(page, '登录').click();
  await heading(page, '第二步：输入动态口令').waitFor({ state: 'detached' });
  expect(await form.getByLabel('新密码').inputValue()).toBe(OWN_PASSWORD);
  await form.getByText('这一步没有办').waitFor();
  await expect.poll(() => isAt(form.getByLabel('原密码'))).toBe(true);
  await form.getByRole('button', { name: '取消' }).click();
  // In another tab somebody signs in anew: this page goes on with what that one was given.
  stage.clock.advance(30_000);
  const tab = await visit.tab(`${stage.shop.origin}/hmb-js26/console/me`);
  await heading(tab, '我的登录').waitFor();
  await button(tab, '改密码').waitFor();
  const token = await signInByHand(tab, 'kefu01');
  expect(token).not.toBe('');
  await tab.close();
  await button(page, '换备用码').click();
  const codes = page.getByRole('dialog', { name: '换备用码' });
  stage.clock.advance(30_000);
  await codes.getByLabel('动态口令').fill(demonstrationCode(stage, 'kefu01'));
  await codes.getByRole('button', { name: '换一批' }).click();
  await codes.getByRole('button', { name: '已经记下了' }).click();
  await page.getByRole('button', { name: '退出', exact: true }).click();
  await heading(page, '登录运营后台').waitFor();

  await atDoor(visit, 'kefu01');
  await heading(page, '第二步：输入动态口令').waitFor();
  await look(page, 'second');
  for (const left of [4, 3, 2, 1]) {
    await page.getByLabel('动态口令').fill('000000');
    await button(page, '登录').click();
    await page.getByText(`还可以试 ${left} 次`).waitFor();
  }
  await page.getByLabel('动态口令').fill('000000');
  await button(page, '登录').click();
  await page.getByText('输错次数太多').waitFor();
  await look(page, 'locked');
  await button(page, '换账号').click();
  await atDoor(visit, 'kefu01');
  await page.getByText('输错次数太多').waitFor();
  await expect.poll(() => page.getByText(/演示账号/).count()).toBe(1);
});

test('whoever waits long for an answer is told so until it comes', async () => {
  const { page } = await signIn('yunying01', '/me');
  await heading(page, '我的登录').waitFor();
  await page.clock.install();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/orders\/search$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: '订单台' }).click();
  await heading(page, '订单台').waitFor();
  await page.locator('.panel[aria-busy="true"]').waitFor();
  await page.clock.fastForward(6_000);
  const told = page.getByRole('status').filter({ hasText: '还在等服务器答复' });
  await told.waitFor();
  release();
  await told.waitFor({ state: 'detached' });
  await page.getByText('还没有订单').waitFor();
});

test('of a change whose answer was lost it is said that it may be done, and what was typed stays', async () => {
  const { page } = await signIn('yunying01', '/me', /50[24]|ERR_FAILED|answer 4/);
  const dialog = page.getByRole('dialog', { name: '改密码' });
  await button(page, '改密码').click();
  await dialog.getByLabel('原密码').fill('not the one that counts');
  await dialog.getByLabel('新密码').fill(OWN_PASSWORD);
  const lost = dialog.getByRole('alert').filter({ hasText: '可能已经办成了' });
  for (const answer of ['none', 'another’s'] as const) {
    await page.route(/\/my-password$/, (route) =>
      answer === 'none' ? route.abort() : route.fulfill({ status: 504, body: '<h1>Gateway Time-out</h1>' }),
    );
    await dialog.getByRole('button', { name: '换密码' }).click();
    await lost.waitFor();
    expect(await dialog.getByLabel('新密码').inputValue()).toBe(OWN_PASSWORD);
    await page.unrouteAll();
    await dialog.getByRole('button', { name: '换密码' }).click();
    await dialog.getByRole('alert').filter({ hasText: '密码' }).waitFor();
    await lost.waitFor({ state: 'detached' });
  }
  // What only reads can be asked for again.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '不保留' }).click();
  await page.route(/\/orders\/search$/, (route) => route.abort());
  await page.getByRole('link', { name: '订单台' }).click();
  await page.getByText('网络不通，请检查后再试').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: '再试一次' }).click();
  await page.getByText('还没有订单').waitFor();
});

test('below a filter whose asking failed stand no rows of another one', async () => {
  const { page } = await signIn('anquan01', '/staff', /answer 50|status of 50/);
  await page.goto(`${stage.shop.origin}/hmb-js26/console/approvals?which=done`);
  const rows = page.getByRole('article');
  await expect.poll(() => rows.count()).toBeGreaterThan(0);
  await page.route(/\/approvals\?/, (route) => route.fulfill({ status: 502, body: '' }));
  await page.getByRole('tab', { name: '我的申请' }).click();
  await page.getByText('系统忙，请稍后再试').waitFor();
  expect(await rows.count()).toBe(0);
  // What was there and could only not be read anew stays.
  await page.unrouteAll();
  await page.getByRole('button', { name: '再试一次' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(0);
});

test('the handbook tells of the open page beside it, and is searched as a whole', async () => {
  const { page } = await signIn('caiwu01', '/refunds');
  await heading(page, '退款审核').waitFor();
  await button(page, '怎么用').click();
  const beside = page.getByRole('dialog', { name: '这一页怎么用' });
  await beside.getByRole('heading', { name: '审一笔' }).waitFor();
  // Whose it is comes from the table of rights.
  await beside.getByText('谁能办：保司财务、合规', { exact: true }).waitFor();
  await look(page, 'handbook-beside');
  await beside.getByRole('button', { name: '打开整本手册' }).click();
  await heading(page, '使用手册').waitFor();
  const chapterNamed = (name: string) => page.getByRole('article', { name, exact: true });
  await chapterNamed('开始使用').waitFor();
  await look(page, 'handbook');
  await page.getByLabel('在手册里查').fill('人工退款 凭证号');
  await page.getByText('查到 1 处').waitFor();
  await look(page, 'handbook-found');
  await page.getByRole('link', { name: '退款审核 · 退款没成' }).click();
  await chapterNamed('退款审核').waitFor();
  const part = page.getByRole('region', { name: '退款没成' });
  await expect.poll(() => part.evaluate((one) => one === document.activeElement)).toBe(true);
  await look(page, 'handbook-part');
  // A page that is not theirs is named, and not led to.
  await page.goto(`${stage.shop.origin}/hmb-js26/console/handbook/complaints`);
  const chapter = chapterNamed('投诉');
  await chapter.getByText('查人查保单').waitFor();
  expect(await chapter.getByRole('link', { name: '查人查保单' }).count()).toBe(0);
});

test('the residents’ page has nothing of the console, and the console’s page runs nothing inline', async () => {
  const { origin } = stage.shop;
  const page = await fetch(`${origin}/hmb-js26/console/anything`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{22,}'/);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  const html = await page.text();
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|STYLE_NONCE|DEMONSTRATION"/);
  expect((await fetch(`${origin}/hmb-js26/console/api/v1/none`)).status).toBe(404);
  const resident = await (await fetch(`${origin}/`)).text();
  expect(resident).not.toMatch(/hmb-js26\/console/);
  expect(DEMONSTRATION_PEOPLE).toHaveLength(11);
});
