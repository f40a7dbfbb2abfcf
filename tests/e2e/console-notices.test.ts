import { beijingMs } from '@huimin/domain/date';
import { expect, test } from 'vitest';
import { createMessageSender } from '../../apps/server/src/features/notice-desk/index.ts';
import type { SmsResult } from '../../apps/server/src/ports/sms-gateway.ts';
import { smsTemplates } from '../../apps/server/src/sms-gateway.ts';
import { resident } from '../integration/shop.ts';
import { useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-notices');

/** Messages with what the gateway answered to each, newest last; of a kind that goes out by day and night. */
async function sendSome(): Promise<void> {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  const { deps } = server;
  const answers: SmsResult[] = [
    { kind: 'accepted', providerId: 'a' },
    { kind: 'accepted', providerId: 'b' },
    { kind: 'wrong-number' },
    { kind: 'limited' },
    { kind: 'refused', code: 'isv.AMOUNT_NOT_ENOUGH', message: '' },
  ];
  let at = 0;
  const sender = createMessageSender({
    ...{ ...deps, gatewayName: 'aliyun', templates: smsTemplates(deps.settings) },
    gateway: {
      send: async () => answers[at++ % answers.length] as SmsResult,
      receiptOf: async () => ({ kind: 'unknown' }),
    },
  });
  // Somebody who reads there what the text message tells.
  await stage.shop.visitor().logIn(resident(404));
  // The list goes by the time of each.
  for (const [index, result] of ['已付款', '已付款', '已付款', '已付款', '没有付成，订单已关闭'].entries()) {
    await sender.send({
      ...{ phone: resident(400 + index).phone, template: 'payment-result', outId: `JS26112200000000000${index}1` },
      parameters: { product: '苏民安 2026', result },
    });
    stage.clock.advance(1_000);
  }
}

/** A reminder of the sale that the gateway refused for a day. */
async function refuseReminder(): Promise<void> {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  const { database, index, orderIds, vault, clock, editions } = server.deps;
  const { phone } = resident(410);
  const phoneIndex = index.phone(phone);
  const shard = phoneIndex[0] as number;
  // The one that the page begins with.
  const [edition] = [...editions.all()].sort(
    (one, other) => beijingMs(other.document.insureStart) - beijingMs(one.document.insureStart),
  );
  await database.query(
    `insert into bookings (shard, id, phone_index, phone_sealed, edition_code, region_code, head_count, privacy_version,
       booked_at, agreed_at, notice_at, keep_until, notice_state)
     values ($1, $2, $3, $4, $5, '320500', 2, 1, $6, $6, $6, $7, 'refused')`,
    [
      ...[shard, orderIds.next(shard), phoneIndex, vault.seal('booking-phone', phone), edition?.code],
      ...[new Date(clock.now()), new Date(clock.now() + 90 * 86_400_000)],
    ],
  );
  stage.clock.advance(1_000);
}

test('operations sees what went wrong, mends it and sends again; a template is asked for and agreed to by another', async () => {
  await sendSome();
  const { page } = await signIn('yunying01', '/notices');
  await heading(page, '通知').waitFor();
  const chosen = page.getByRole('complementary', { name: '选中的短信' });
  await chosen.getByText('网关账户的短信余额用完了').first().waitFor();
  await chosen.getByText('代码 isv.AMOUNT_NOT_ENOUGH').first().waitFor();
  await look(page, 'messages');
  await page.locator('body').press('j');
  await page.locator('tr[aria-selected="true"]').getByText('暂时没送到').waitFor();
  await page.locator('body').press('j');
  await chosen.getByText('再发也送不到').waitFor();
  await page.locator('body').press('k');
  await page.locator('body').press('k');
  await chosen.getByRole('button', { name: '修好了，重发' }).click();
  const dialog = page.getByRole('dialog', { name: /重发/ });
  await dialog.getByRole('textbox').fill('短信余额充上了');
  await dialog.getByRole('button', { name: /重\s*发/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await chosen.getByRole('button', { name: '修好了，重发' }).waitFor({ state: 'hidden' });

  // Somebody's number stands in no address, also where only numbers of ours are looked for.
  const numbers = page.getByRole('searchbox').first();
  await numbers.fill('190 0010 1721');
  await numbers.press('Enter');
  await page.getByText('这里按编号查；证件号和手机号会留在地址里，请不要填').waitFor();
  expect(new URL(page.url()).search).not.toContain('1721');
  await numbers.fill('');

  // The same in the accounts' inboxes.
  await page.getByRole('radiogroup', { name: '渠道' }).getByText('站内').click();
  const inbox = page.getByRole('complementary', { name: '选中的站内消息' });
  await inbox.getByText('没有付成，订单已关闭').waitFor();
  await inbox.getByText('还没打开过消息页').waitFor();
  await inbox.getByText('订单详情', { exact: true }).waitFor();
  await look(page, 'inbox');
  await page.reload();
  await inbox.getByText('没有付成，订单已关闭').waitFor();

  await page.getByRole('tab', { name: '模板' }).click();
  await page.getByRole('link', { name: '办理结果' }).click();
  const template = page.getByRole('complementary', { name: '选中的模板' });
  await template.getByText('还是设置里的那一个').waitFor();
  await template.getByRole('region', { name: '站内消息' }).getByText('演示医保：更正已办好。').waitFor();
  await look(page, 'templates');
  await template.getByRole('button', { name: '换模板' }).click();
  const change = page.getByRole('dialog', { name: /换模板/ });
  await change.getByRole('button', { name: '下一步' }).click();
  await change.getByText('请填网关给的模板编号').waitFor();
  await change.getByLabel('网关里的模板编号').fill('SMS_100000005');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: places that the gateway fills in
  await change.getByLabel('正文').fill('${product}：${name}');
  await change.getByText('没有这样的变量：name').waitFor();
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
  await change.getByLabel('正文').fill('${product}：${result}。到个人中心看。');
  await look(page, 'change');
  await change.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('网关审过了新文字');
  await button(page, /提交，等另一个人同意/).click();
  await template.getByText('新模板在等另一个人同意').waitFor();

  await refuseReminder();
  await page.getByRole('link', { name: '预约', exact: true }).click();
  await heading(page, '预约').waitFor();
  await page.getByRole('combobox', { name: '产品版本' }).waitFor();
  await look(page, 'bookings');
  await button(page, '补发没发成的').click();
  const again = page.getByRole('dialog', { name: '补发开售短信' });
  await again.getByRole('textbox').fill('模板修好了');
  await look(page, 'bookings-resend');
  await again.getByRole('button', { name: /补\s*发/ }).click();
  await again.waitFor({ state: 'hidden' });
  await button(page, '补发没发成的').waitFor({ state: 'hidden' });
  await page.goBack();

  const second = await signIn('hegui01', '/approvals');
  await second.page.getByText('换短信模板').first().waitFor();
  await second.page
    .getByRole('button', { name: /^同\s*意$/ })
    .first()
    .click();
  const agreeing = second.page.getByRole('dialog', { name: /^同意/ });
  await agreeing.getByRole('button', { name: '同意并办理' }).click();
  await agreeing.waitFor({ state: 'hidden' });
  await page.reload();
  await template.getByText('v1', { exact: true }).waitFor();
  // What the address says is there again after a reload.
  await look(page, 'template-changed');
});
