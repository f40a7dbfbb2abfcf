import { readFileSync } from 'node:fs';
import { calls } from '@huimin/contract';
import { API_BASE_PATH } from '@huimin/contract/wire';
import { expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { signedIn } from '../integration/desk.ts';
import { eventually, loggedIn, pay, placeOrder, resident, type Shop } from '../integration/shop.ts';
import {
  addMember,
  arrive,
  begin,
  button,
  choose,
  consent,
  heading,
  logIn,
  placeOrder as pressPay,
  query,
  readCode,
  readDocuments,
  saveMember,
} from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();

/** Somebody who has bought once, and whose account is known to be theirs. */
async function policyholder(shop: Shop, index: number) {
  const person = resident(index);
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  const { deps } = shop.servers[0] as Shop['servers'][number];
  const personIndex = deps.index.person('01', person.idNumber);
  await eventually(
    () => deps.database.query('select 1 from account_holders where person_index = $1', [personIndex]),
    (rows) => rows.length === 1,
  );
  return { person, orderNo };
}

/** The dialog that says that the session is over, and the login behind it. */
async function logInAgain(visit: Visit, shop: Shop, person: { phone: string }): Promise<void> {
  const dialog = visit.page.getByRole('dialog', { name: '温馨提示' });
  await dialog.getByText('未登录，请重新登录').waitFor();
  await dialog.getByRole('button', { name: '去登录' }).click();
  await arrive(visit.page, 'login', '手机号登录');
  await logIn(visit, shop, person);
}

/** The session ends, and another code may be sent. */
async function endSession(visit: Visit): Promise<void> {
  await visit.context.clearCookies();
  stage.clock.advance(61_000);
}

test('a session that ends at any step of the purchase leads back to that step, with everything that was filled in', async () => {
  const { shop } = stage;
  const [self, child] = [resident(400), resident(402)];
  const visit = await stage.visit();
  const { page } = visit;
  await begin(visit, shop, self);
  await addMember(page, self, 'self');

  // Half a form.
  await page.getByRole('link', { name: '添加家人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await page.getByLabel('姓名').fill(child.name);
  await page.getByRole('group', { name: '与您的关系' }).getByRole('radio', { name: '配偶' }).check();
  await page.getByRole('textbox', { name: '证件号码' }).fill(child.idNumber);
  await page.getByText('号码有效').waitFor();
  await endSession(visit);
  await page.getByRole('checkbox', { name: /个人信息授权书/ }).check();
  await button(page, '保存').click();
  await logInAgain(visit, shop, self);
  await arrive(page, 'beforeAdd', '添加被保险人');
  await expect.poll(() => page.getByLabel('姓名').inputValue()).toBe(child.name);
  await page.getByText('号码有效').waitFor();
  await saveMember(page);

  // The choice of people.
  await page.getByRole('checkbox', { name: new RegExp(self.name) }).check();
  await endSession(visit);
  await page.reload();
  await logInAgain(visit, shop, self);
  await arrive(page, 'beforeAuthUser', '为谁参保');
  await expect.poll(() => page.getByRole('checkbox', { name: new RegExp(self.name) }).isChecked()).toBe(true);
  await choose(page, child);

  // What was read, and what is being sent.
  await readDocuments(page);
  await consent(page).check();
  await endSession(visit);
  await button(page, '去付款').click();
  await logInAgain(visit, shop, self);
  await arrive(page, 'beforeConfirm', '核对参保信息');
  await page.getByText('请逐份读完（4 / 4）').waitFor();
  await page.getByText('2 人合计').waitFor();
  const orderNo = await pressPay(page);

  // The payment.
  await endSession(visit);
  await button(page, /^用微信支付/).click();
  await logInAgain(visit, shop, self);
  await arrive(page, 'pay', '应付金额');
  expect(query(page).get('orderNo')).toBe(orderNo);
});

test('that nobody is logged in any more is asked about on the screen it was found out for, not over the next one', async () => {
  const { shop } = stage;
  const visit = await stage.visit({ withoutWorker: true });
  const { page } = visit;
  await visit.open('#/login');
  await logIn(visit, shop, resident(404));
  await endSession(visit);
  await visit.open('#/info');
  const dialog = page.getByRole('dialog', { name: '温馨提示' });
  await dialog.getByRole('button', { name: '取消' }).click();
  await dialog.waitFor({ state: 'detached' });

  let letAnswer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  const address = `**${API_BASE_PATH}${calls.profile.path}*`;
  await page.route(address, async (route) => {
    await isHeld;
    await route.continue();
  });
  const asked = page.waitForRequest(address);
  await page.getByRole('button', { name: '去登录' }).waitFor();
  await page.reload();
  await asked;
  await page.evaluate(() => window.location.assign('#/index'));
  await heading(page, /苏民安/).waitFor();
  const answered = page.waitForResponse(address);
  letAnswer();
  await (await answered).finished();
  // What the answer brings is drawn by then.
  for (let frame = 0; frame < 3; frame += 1)
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  expect(await dialog.count()).toBe(0);
  await button(page, '长辈版').click();
  await button(page, '退出长辈版').waitFor();
});

test('with a new phone: found by name and number, proven by the old phone, and everything is there', async () => {
  const { shop } = stage;
  const { person } = await policyholder(shop, 410);
  stage.clock.advance(61_000);
  const phone = resident(412).phone;
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('#/login');
  await page.getByRole('link', { name: '用身份证登录' }).click();
  await heading(page, '用身份证登录').waitFor();
  await button(page, '登录').click();
  await page.getByText('有 4 处需要修改').waitFor();
  await page.getByLabel('姓名').fill(person.name);
  await page.getByRole('textbox', { name: '身份证号' }).fill(person.idNumber);
  await page.getByLabel('现在用的手机号').fill(phone);
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
  await page.getByLabel('短信验证码').fill(readCode(shop, phone));
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await look(page, 'login-identity');
  await button(page, '登录').click();
  await arrive(page, 'recoverAccount', '找到您的账号了');
  await page.getByText(`原手机号尾号 ${person.phone.slice(-4)}`).waitFor();
  await look(page, 'recover');
  // A reload loses nothing, and there is a way without a face and without the old phone.
  await page.reload();
  await page.getByRole('link', { name: /请工作人员办理/ }).click();
  await heading(page, '请工作人员办理').waitFor();
  await look(page, 'recover-by-hand');
  await page.goBack();
  await heading(page, '找到您的账号了').waitFor();
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
  await page.getByLabel('原手机号收到的验证码').fill(readCode(shop, person.phone));
  await button(page, '下一步').click();
  await arrive(page, 'orders', '我的订单');
  await page.getByRole('article').first().waitFor();

  // What was told meanwhile lies in the inbox; what is opened leads on, and the rest is read at once.
  const { deps } = shop.servers[0] as Shop['servers'][number];
  await eventually(
    () => deps.database.query<{ kind: string }>('select kind from inbox_messages'),
    (rows) => rows.some(({ kind }) => kind === 'policy-issued') && rows.some(({ kind }) => kind === 'account-notice'),
  );
  await visit.open('#/myAccount');
  const entry = page.getByRole('link', { name: /^消息 ?2 条没看/ });
  await entry.waitFor();
  await look(page, 'my-account-unread');
  await entry.click();
  await heading(page, '消息').waitFor();
  await page.getByText('2 条没看').waitFor();
  await look(page, 'messages');
  await page.getByRole('link', { name: /未读 保单已生成/ }).click();
  await arrive(page, 'orderDetail', '已付款');
  await page.goBack();
  await page.getByText('1 条没看').waitFor();
  await button(page, '全部已读').click();
  await page.getByText('都看过了').waitFor();

  // And on to another phone again, from the personal information.
  stage.clock.advance(61_000);
  const next = resident(414).phone;
  await visit.open('#/info');
  await page.getByText(`${phone.slice(0, 3)}****${phone.slice(7)}`).waitFor();
  await button(page, /称呼/).click();
  const sheet = page.getByRole('dialog', { name: '联系信息' });
  await sheet.getByLabel('邮箱').fill('li@example');
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.getByText('邮箱格式不对').waitFor();
  await sheet.getByLabel('邮箱').fill('');
  await sheet.getByLabel('称呼').fill('老李');
  await look(page, 'contact');
  await sheet.getByRole('button', { name: '保存' }).click();
  await page.getByText('老李').waitFor();
  const marketing = page.getByRole('switch', { name: '收开售提醒等营销短信' });
  await marketing.click();
  await expect.poll(() => marketing.isChecked()).toBe(false);
  await look(page, 'info');
  await page.getByRole('link', { name: /登录用/ }).click();
  await arrive(page, 'changePhone', '更换手机号');
  await look(page, 'change-phone');
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
  await page.getByLabel('原手机号收到的验证码').fill(readCode(shop, phone));
  await button(page, '下一步').click();
  await page.getByText('核对通过').waitFor();
  await page.getByLabel('新手机号', { exact: true }).fill(next);
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
  await page.getByLabel('新手机号收到的验证码').fill(readCode(shop, next));
  await look(page, 'change-phone-new');
  await button(page, '更换').click();
  await arrive(page, 'info', '个人信息');
  await page.getByText(`${next.slice(0, 3)}****${next.slice(7)}`).waitFor();
  await page.getByRole('link', { name: /登录记录/ }).click();
  await arrive(page, 'loginHistory', '登录记录');
  await page.getByText('这台设备').waitFor();
  await page.getByText('身份核对后登录').first().waitFor();
  await look(page, 'login-history');
});

test('a request for people to decide, in the large letters of elder mode, and taken back', async () => {
  const { shop } = stage;
  const person = resident(420);
  const phone = resident(422).phone;
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  await visit.open('#/login');
  await logIn(visit, shop, person);
  await visit.open('#/changePhone');
  await page.getByRole('link', { name: /请工作人员办理/ }).click();
  await heading(page, '请工作人员办理').waitFor();
  await button(page, '提交申请').click();
  await page.getByText('请填写手机号').waitFor();
  await page.getByLabel('新手机号', { exact: true }).fill(phone);
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
  await page.getByLabel('新手机号收到的验证码').fill(readCode(shop, phone));
  await page.getByLabel('为什么收不到原手机号的短信').fill('旧手机丢了');
  await look(page, 'ask-people-elder', { elder: true });
  await button(page, '提交申请').click();
  await heading(page, '申请已提交').waitFor();
  await visit.open('#/info');
  await page.getByText('等待人工核对').waitFor();
  await look(page, 'info-request-elder', { elder: true });
  await button(page, '撤回申请').click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await page.getByText('更换手机号：已撤回').waitFor();
});

test('the copy of what is held is read everywhere, and kept as files where the browser keeps files', async () => {
  const { shop } = stage;
  const person = resident(440);
  const copied = async (visit: Visit) => {
    const { page } = visit;
    await visit.open('#/ownData');
    stage.clock.advance(61_000);
    await button(page, '获取验证码').click();
    await page.getByText('分钟内有效').waitFor();
    await page.getByLabel('验证码').fill(readCode(shop, person.phone));
    await button(page, '查看和保存').click();
    const sheet = page.getByRole('dialog', { name: '我的个人信息' });
    await sheet.getByText(person.phone).first().waitFor();
    return sheet;
  };
  const visit = await stage.visit();
  await visit.open('#/login');
  await logIn(visit, shop, person);
  const sheet = await copied(visit);
  await look(visit.page, 'own-copy');
  for (const [name, ending] of [
    ['保存网页文件', '.html'],
    ['保存数据文件', '.json'],
  ] as const) {
    const saved = visit.page.waitForEvent('download');
    await sheet.getByRole('button', { name }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`我的个人信息${ending}`);
    expect(readFileSync(await file.path(), 'utf8')).toContain(person.phone);
  }
  await visit.page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  await heading(visit.page, '我的个人信息').waitFor();

  const inside = await stage.visit({ browser: 'wechat', elder: true });
  await inside.open('#/login');
  stage.clock.advance(61_000);
  await logIn(inside, shop, person);
  const words = await copied(inside);
  expect(await words.getByRole('button', { name: /保存/ }).count()).toBe(0);
  await look(inside.page, 'own-copy-wechat-elder', { elder: true });
  await words.getByRole('button', { name: '复制全部文字' }).click();
  await inside.page.getByText('复制成功').waitFor();
});

test('what is asked about one’s own data stands on the page until it is answered, in both modes', async () => {
  const { shop } = stage;
  const { person } = await policyholder(shop, 448);
  for (const [right, words, elder] of [
    ['改正', '地址写错了一个字，请按身份证改', false],
    ['删除', '没有参保的家人，请把他们的信息删掉', true],
  ] as const) {
    const visit = await stage.visit({ elder });
    const { page } = visit;
    stage.clock.advance(61_000);
    await visit.open('#/login');
    await logIn(visit, shop, person);
    await visit.open('#/ownData');
    await page.getByRole('radio', { name: right }).check();
    // Left in the middle it is there again; taken out by hand it is not.
    for (const [text, isKept] of [
      [words, true],
      ['', false],
    ] as const) {
      await page.getByLabel('具体要求').fill(text);
      await visit.open('#/info');
      await heading(page, '个人信息').waitFor();
      await page.goBack();
      await page.getByText('发到登录的手机号').waitFor();
      expect(await page.getByText('上次没填完的内容还在').count()).toBe(isKept ? 1 : 0);
    }
    await page.getByRole('radio', { name: right }).check();
    await page.getByLabel('具体要求').fill(words);
    stage.clock.advance(61_000);
    await button(page, '获取验证码').click();
    await page.getByText('分钟内有效').waitFor();
    await page.getByLabel('验证码').fill(readCode(shop, person.phone));
    await look(page, `own-ask${elder ? '-elder' : ''}`, { elder });
    await button(page, '提交申请').click();
    await page.getByRole('button', { name: new RegExp(`撤回${right}`) }).waitFor();
    await look(page, `own-asked${elder ? '-elder' : ''}`, { elder });
  }
});

test('what was to be used no longer is used again by a tap and a code, in both modes', async () => {
  const { shop } = stage;
  const { person } = await policyholder(shop, 449);
  await seedStaffOfDemonstration((shop.servers[0] as Shop['servers'][number]).deps);
  for (const elder of [false, true]) {
    const visit = await stage.visit({ elder });
    const { page } = visit;
    stage.clock.advance(3_600_000);
    await visit.open('#/login');
    const visitor = await loggedIn(shop, person);
    stage.clock.advance(61_000);
    await visitor.value('sendOwnDataCode');
    await visitor.value('askRight', { right: 'restrict', words: '不要再用', code: readCode(shop, person.phone) });
    const compliance = await signedIn(shop, 'hegui01');
    const asked = (await compliance.value('listRightsRequests')).requests.at(-1);
    const answer = { agree: true, answer: '已按您的要求停止使用' };
    await compliance.value('answerRightsRequest', { rightsNo: asked?.rightsNo ?? '', ...answer });
    stage.clock.advance(61_000);
    await logIn(visit, shop, person);
    await visit.open('#/ownData');
    await page.getByText('起，您的信息只存不用').waitFor();
    await look(page, `own-restricted${elder ? '-elder' : ''}`, { elder });
    await button(page, '恢复使用').click();
    const sheet = page.getByRole('dialog', { name: '恢复使用？' });
    await sheet.getByRole('button', { name: '恢复使用' }).click();
    await sheet.getByText('请填写短信里的 6 位数字').first().waitFor();
    stage.clock.advance(61_000);
    await sheet.getByRole('button', { name: '获取验证码' }).click();
    await sheet.getByText('分钟内有效').waitFor();
    await sheet.getByLabel('验证码').fill(readCode(shop, person.phone));
    await look(page, `own-lift${elder ? '-elder' : ''}`, { elder });
    await sheet.getByRole('button', { name: '恢复使用' }).click();
    const done = page.getByRole('dialog', { name: '已恢复使用' });
    await done.getByText('取消了的开售预约不会恢复').waitFor();
    await look(page, `own-lifted${elder ? '-elder' : ''}`, { elder });
    await done.getByRole('button', { name: '知道了' }).click();
    await page.getByText('起，您的信息只存不用').waitFor({ state: 'hidden' });
    await page.getByText('已恢复使用').first().waitFor();
    await look(page, `own-lifted-list${elder ? '-elder' : ''}`, { elder });
  }
});

test('an account is closed where nothing stands in the way, and what stands in the way is told', async () => {
  const { shop } = stage;
  const { person } = await policyholder(shop, 445);
  const covered = await stage.visit();
  stage.clock.advance(61_000);
  await covered.open('#/login');
  await logIn(covered, shop, person);
  await covered.open('#/ownData');
  await covered.page.getByRole('radio', { name: '注销账户' }).check();
  await covered.page.getByRole('link', { name: /有保单还在保障期/ }).waitFor();
  expect(await button(covered.page, '注销账户').count()).toBe(0);
  await look(covered.page, 'close-account-blocked');

  const free = resident(446);
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  await visit.open('#/login');
  await logIn(visit, shop, free);
  await visit.open('#/ownData');
  await page.getByRole('radio', { name: '注销账户' }).check();
  await page.getByText('注销后不能恢复').waitFor();
  stage.clock.advance(61_000);
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
  await page.getByLabel('验证码').fill(readCode(shop, free.phone));
  await look(page, 'close-account-elder', { elder: true });
  await button(page, '注销账户').click();
  await page.getByRole('dialog', { name: '注销账户？' }).getByRole('button', { name: '注销', exact: true }).click();
  await page.getByText('账户已注销').waitFor();
  await visit.open('#/ownData');
  await page.getByRole('dialog', { name: '温馨提示' }).waitFor();
});

test('inside Alipay: the first time with the phone, then by who Alipay says it is', async () => {
  const { shop } = stage;
  const person = resident(430);
  const first = await stage.visit({ browser: 'alipay' });
  await first.open('#/login');
  await button(first.page, '用支付宝登录').click();
  await first.page.getByText('请先阅读并同意这两份协议').waitFor();
  await first.page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await button(first.page, '用支付宝登录').click();
  await first.page.getByText('第一次用支付宝登录').waitFor();
  await logIn(first, shop, person);
  const second = await stage.visit({ browser: 'alipay' });
  await second.open('#/info');
  await second.page.getByText('登录后才能看').waitFor();
  await second.page.getByRole('dialog').getByRole('button', { name: '去登录' }).click();
  await arrive(second.page, 'login', '手机号登录');
  await second.page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await button(second.page, '用支付宝登录').click();
  await arrive(second.page, 'info', '个人信息');
  await second.page.getByText('已绑定').waitFor();
});

test('from a partner’s app: nothing happens before the person agrees, and without a phone they are asked to log in', async () => {
  const { shop } = stage;
  const { page } = await stage.visit();
  const enter = async (phone: string) => {
    await page.goto(`${shop.sandbox.origin}/partner/app?shop=${encodeURIComponent(shop.origin)}&phone=${phone}`);
    await page.getByTestId('enter').click();
    await heading(page, '从合作平台登录').waitFor();
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
    await button(page, '同意并登录').click();
  };
  await enter('');
  await page.getByRole('alert').getByText('请先登录').waitFor();
  await enter(resident(431).phone);
  await heading(page, '从合作平台登录').waitFor({ state: 'detached' });
  await page.goto(`${shop.origin}/#/info`);
  await arrive(page, 'info', '个人信息');
  const { phone } = resident(431);
  await page
    .getByText(`${phone.slice(0, 3)}****${phone.slice(7)}`)
    .first()
    .waitFor();
});
