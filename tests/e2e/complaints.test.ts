import { expect, test } from 'vitest';
import { signedIn } from '../integration/desk.ts';
import { eventually, pay, placeOrder, resident } from '../integration/shop.ts';
import { expectInSight, hasFocus, useConsole } from './console-visit.ts';
import { greyPicture } from './grey-picture.ts';
import { button, heading, logIn } from './journey.ts';
import { look as lookAtPhone } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'complaints');
const WORDS = '业务员说既往症也全赔，条款里不是这样写的。请核对销售过程，给我退保。';
const ANSWER = '经核对销售记录，业务员没有说明既往症的规定。我们向您道歉，同意全额退保，1 到 3 个工作日到账。';

/** Somebody with an order that is issued. */
async function insured(index: number) {
  const { shop } = stage;
  const person = resident(index);
  const visitor = shop.visitor();
  await visitor.logIn(person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === 1,
  );
  return { person, orderNo };
}

test('a complaint goes from a phone to the desk and to compliance, and its answer back to the phone', async () => {
  const { person, orderNo } = await insured(870);
  stage.shop.clock.advance(61_000);
  const phone = await stage.visit();
  await phone.open('#/complaints');
  const { page } = phone;
  await page.getByRole('dialog', { name: '温馨提示' }).getByRole('button', { name: '去登录' }).click();
  await logIn(phone, stage.shop, person);
  await heading(page, '投诉').waitFor();
  await button(page, '提交').click();
  await page.getByText('请选投诉什么').waitFor();
  await page.getByRole('radio', { name: '销售过程' }).check();
  await page.getByLabel('经过和要求').fill(WORDS);
  await page.getByLabel(/和哪笔订单有关/).selectOption(orderNo);
  const paper = { name: '聊天记录.png', mimeType: 'image/png', buffer: greyPicture() };
  await page.locator('#complaint-papers-album').setInputFiles([paper]);
  await page.getByText('已上传', { exact: true }).waitFor();
  // Gone to look something up, and the page loaded anew: what was written and given is still there.
  await phone.open('#/myAccount');
  await page.getByRole('link', { name: '我的家庭' }).waitFor();
  await page.goBack();
  await page.getByText('上次没填完的内容还在').waitFor();
  await page.reload();
  await page.getByText('上次没填完的内容还在').waitFor();
  expect(await page.getByLabel('经过和要求').inputValue()).toBe(WORDS);
  expect(await page.getByRole('radio', { name: '销售过程' }).isChecked()).toBe(true);
  expect(await page.getByLabel(/和哪笔订单有关/).inputValue()).toBe(orderNo);
  await page.getByText('聊天记录.png').waitFor();
  await lookAtPhone(page, 'complaint-form');
  await button(page, '提交').click();
  await page.getByRole('heading', { name: '我的投诉' }).waitFor();
  await page.getByText('待受理').waitFor();
  expect(await page.getByLabel('经过和要求').inputValue()).toBe('');
  expect(await page.getByText('上次没填完的内容还在').count()).toBe(0);
  const number = (await page.getByText(/^TS\d{19}$/).textContent()) ?? '';

  const desk = (await signIn('kefu01', '/complaints')).page;
  const one = desk.getByRole('complementary', { name: '投诉详情' });
  await one.getByText(WORDS).waitFor();
  await look(desk, 'desk');
  await expectInSight(
    desk,
    one.getByRole('button', { name: '记一次联系' }),
    one.getByRole('button', { name: /受 ?理/ }).last(),
  );
  // Pressed twice by a hasty hand it is taken on once, and nothing is said to have been done already.
  await one.getByRole('button', { name: '受理', exact: true }).dblclick();
  await one.getByText('办理中').first().waitFor();
  // By the keyboard alone: from the list into the one beside it, past all rows between, and back.
  await desk.getByRole('main').focus();
  await desk.keyboard.press('Enter');
  await expect.poll(() => hasFocus(one)).toBe(true);
  await desk.keyboard.press('Escape');
  const row = desk.getByRole('button', { name: number });
  await expect.poll(() => hasFocus(row)).toBe(true);
  await row.press('Enter');
  await expect.poll(() => hasFocus(one)).toBe(true);
  for (let tabs = 0; tabs < 6 && !(await hasFocus(one.getByRole('button', { name: '记一次联系' }))); tabs += 1)
    await desk.keyboard.press('Tab');
  await desk.keyboard.press('Enter');
  await desk.getByLabel('说了什么').fill('电话里说了经过，答应三天内答复');
  await desk.getByRole('button', { name: '记下' }).click();
  await one.getByText('答应三天内答复').waitFor();
  await one.getByRole('button', { name: '答复本人' }).click();
  await desk.getByLabel('给本人的答复').fill(ANSWER);
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /答 ?复/ })
    .click();
  await desk.getByText('这里没有投诉').waitFor();

  const office = (await signIn('hegui01', `/complaints?number=${number}`)).page;
  const seen = office.getByRole('complementary', { name: '投诉详情' });
  await seen.getByText(ANSWER).waitFor();
  await seen.getByRole('button', { name: '办结' }).click();
  await office.getByRole('radio', { name: '属实', exact: true }).check();
  await office.getByLabel('怎么核查的').fill('看过回放和答复，一致');
  await office.getByRole('dialog').getByRole('button', { name: '办结' }).click();
  await expect.poll(() => seen.getByText('已办结').count()).toBeGreaterThan(0);
  await look(office, 'closed');
  await office.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '监管工作区' }).click();
  await office.getByRole('region', { name: '投诉' }).getByRole('link', { name: number }).waitFor();
  await look(office, 'inspection');

  await page.reload();
  await page.getByText(ANSWER).waitFor();
  await page.getByText('办结，属实').waitFor();
  await lookAtPhone(page, 'complaint-answered');
  await button(page, /重新提出/).click();
  await page.getByLabel('哪里不认可').fill('钱还没有到账，已经过了三个工作日');
  await button(page, '重新提出').click();
  await page.getByText('重新办理').waitFor();
});

test('somebody rings: the desk takes it down at the person’s page, and compliance puts its deadline off once', async () => {
  const { person, orderNo } = await insured(874);
  const desk = await signedIn(stage.shop, 'kefu01');
  // People are found a moment after they have bought.
  await eventually(
    () => desk.value('searchPeople', { idNumber: person.idNumber }),
    ({ people }) => people.length === 1,
  );
  const { page } = await signIn('kefu01', `/orders/${orderNo}`);
  await page.getByText('这笔订单没有投诉').waitFor();
  await page.getByRole('link', { name: /的全部保单$/ }).click();
  // The order's page has the same button.
  await heading(page, '查人查保单').waitFor();
  // Seeing somebody's number needs a reason and another person; the keys at the dialog's foot send from wherever one is.
  await button(page, '查看完整信息').click();
  const whole = page.getByRole('dialog', { name: '查看完整信息' });
  await whole.getByText('保司运营或合规的另一个人').waitFor();
  await whole.getByRole('checkbox', { name: '证件号码' }).check();
  await look(page, 'reveal');
  await page.keyboard.press('Control+Enter');
  await whole.getByText('请写说明，至少 10 个字').waitFor();
  await whole.getByLabel(/^说明/).fill('来电人说证件号可能录错，要逐位核对');
  await page.keyboard.press('Control+Enter');
  await whole.waitFor({ state: 'hidden' });
  await expect.poll(() => button(page, '等第二个人同意').isDisabled()).toBe(true);
  await button(page, '登记投诉').click();
  const dialog = page.getByRole('dialog', { name: '登记电话投诉' });
  await dialog.getByText(orderNo).waitFor();
  await dialog.getByLabel('经过和要求').fill('来电说网点没有给保单，也没有讲免责条款');
  await dialog.getByRole('button', { name: '登记' }).click();
  await dialog.getByText('请选投诉什么').waitFor();
  await dialog.getByLabel('投诉什么').click();
  await page.locator('.ant-select-item-option', { hasText: '服务' }).first().click();
  await look(page, 'by-phone');
  await dialog.getByRole('button', { name: '登记' }).click();
  await page.getByText(/^已登记 TS\d{19}，编号发到 \d{3}\*{4}\d{4}$/).waitFor();
  await dialog.waitFor({ state: 'hidden' });

  // Its order tells of it, and leads to it.
  await page.getByRole('link', { name: orderNo }).click();
  await page
    .getByRole('region', { name: '投诉' })
    .getByRole('link', { name: /^TS\d{19}$/ })
    .click();
  const one = page.getByRole('complementary', { name: '投诉详情' });
  await one.getByText('电话登记').first().waitFor();
  await one.getByRole('button', { name: '受理', exact: true }).click();
  await one.getByRole('button', { name: '答复本人' }).waitFor();
  const number = (await one.getByRole('heading', { level: 2 }).textContent()) ?? '';

  const office = (await signIn('hegui01', `/complaints?number=${number}`)).page;
  const seen = office.getByRole('complementary', { name: '投诉详情' });
  await seen.getByRole('button', { name: '延长期限' }).click();
  const later = office.getByRole('dialog', { name: '延长期限' });
  await later.getByRole('radio', { name: '10 个工作日' }).check();
  await later.getByLabel('给本人的原因').fill('要向网点调取当天的录像');
  await look(office, 'put-off');
  await later.getByRole('button', { name: '延长' }).click();
  await later.waitFor({ state: 'hidden' });
  await seen.getByText('延过一次').waitFor();
  await seen.getByText('要向网点调取当天的录像').waitFor();
  expect(await seen.getByRole('button', { name: '延长期限' }).count()).toBe(0);
});
