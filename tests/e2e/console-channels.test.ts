import { SELF_CHECKS, type SelfCheckResult, selfCheckCode } from '@huimin/domain/self-check';
import { expect, test } from 'vitest';
import { openRound } from '../../apps/server/src/features/lucky/index.ts';
import { useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-channels');

test('a bank and its agent are put down, the agent’s link stands ready, and a list’s words wait for another person', async () => {
  const { page } = await signIn('yunying01', '/channels');
  await heading(page, '渠道和业务员').waitFor();
  await page.getByText('还没有登记渠道和业务员').waitFor();
  const add = async (fill: () => Promise<void>) => {
    await button(page, '新加渠道或业务员').click();
    const dialog = page.getByRole('dialog', { name: '新加渠道或业务员' });
    await dialog.waitFor();
    await fill();
    await dialog.getByLabel('原因').fill('合作协议已签');
    await dialog.getByRole('button', { name: /加\s*上/ }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const choose = async (label: string, option: string | RegExp) => {
    await page.getByRole('dialog').getByLabel(label).click();
    await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
  };
  await add(async () => {
    await choose('种类', '银行');
    await page.getByLabel('编码', { exact: true }).fill('demo-bank');
    await page.getByLabel('机构全称').fill('示例农村商业银行股份有限公司');
  });
  await page.getByRole('heading', { name: '示例农村商业银行股份有限公司' }).waitFor();
  await add(async () => {
    await page.getByLabel('编码', { exact: true }).fill('AG_7');
    await page.getByLabel('姓名').fill('陈示范');
    await choose('所属渠道', /demo-bank/);
    await page.getByLabel('执业登记编号', { exact: true }).fill('00000132000000002026000001');
    // Key by key: 2026.12.3 is a day already on the way.
    const until = page.getByLabel('登记有效到');
    await until.pressSequentially('2026.12.31');
    expect(await until.inputValue()).toBe('2026.12.31');
    await until.press('Enter');
    await look(page, 'add');

    // What is missing is gone to, wherever it stands, and seen there; what was typed is not lost by a press too many.
    const dialog = page.getByRole('dialog', { name: '新加渠道或业务员' });
    await page.getByLabel('姓名').press('Control+Enter');
    const reason = dialog.getByLabel('原因');
    await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await reason.evaluate((field) => getComputedStyle(field).boxShadow)).toContain('rgb(11, 92, 173)');
    await dialog.getByLabel('姓名').press('Escape');
    const question = page.getByRole('dialog', { name: '不保留填的内容？' });
    await question.waitFor();
    await button(page, '接着填').press('Enter');
    await question.waitFor({ state: 'hidden' });
    expect(await dialog.getByLabel('姓名').inputValue()).toBe('陈示范');
  });
  await page.getByRole('heading', { name: '陈示范' }).waitFor();
  await page.getByText(/#\/index\?agentCode=AG_7/).waitFor();
  await look(page, 'register');
  await button(page, '停用').click();
  const stop = page.getByRole('dialog', { name: '停用：陈示范' });
  await stop.getByRole('textbox').fill('离职交接完毕');
  await stop.getByRole('button', { name: /停\s*用/ }).click();
  await page.getByText('现在从这里来的订单不会记到名下').waitFor();

  await page.getByRole('tab', { name: '业绩' }).click();
  await page.getByText('这几天没有订单').waitFor();
  await look(page, 'report');
  // Days that are none fall away from the address.
  await page.goto(new URL('?part=report&from=gone&to=2026-02-30', page.url()).href);
  await page.getByText('这几天没有订单').waitFor();
  expect(new URL(page.url()).search).toBe('?part=report');

  await page.getByRole('link', { name: '字典', exact: true }).click();
  await heading(page, '字典').waitFor();
  await page.getByRole('region', { name: '退保原因' }).getByRole('button', { name: '改', exact: true }).click();
  await page.getByLabel('wrong-details 的字').fill('信息填错了，要重买');
  await look(page, 'dictionary');
  await button(page, '提交复核').click();
  const ask = page.getByRole('dialog', { name: '改字典：退保原因' });
  await ask.getByRole('textbox').fill('按居民说法改');
  await ask.getByRole('button', { name: '提交，等第二个人同意' }).click();
  await ask.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: '版本' }).getByText('待复核').waitFor();

  await page.getByRole('link', { name: '协议', exact: true }).click();
  await page.getByRole('link', { name: '保险条款' }).waitFor();
  await look(page, 'agreements');
});

test('compliance agrees to the words and looks at a round of the draw', async () => {
  const { page } = await signIn('hegui01', '/dictionaries?open=refund_reason');
  await heading(page, '字典').waitFor();
  await page
    .getByRole('region', { name: '版本' })
    .getByRole('button', { name: /同\s*意/ })
    .click();
  // Residents have it at once: it is asked whether it is this version.
  await page.getByRole('dialog', { name: '同意 v2？' }).getByRole('button', { name: '同意，马上用' }).click();
  await page.getByRole('region', { name: '版本' }).getByText('在用').waitFor();
  await page.getByRole('cell', { name: '信息填错了，要重买' }).waitFor();
  await look(page, 'agreed');
  await openDraw();
  await page.getByRole('link', { name: '抽奖', exact: true }).click();
  await page.getByRole('region', { name: '奖品' }).waitFor();
  expect(await page.getByRole('button', { name: '开一轮' }).count()).toBe(0);
  await look(page, 'lucky');
  await page.reload();
  await page.getByRole('region', { name: '领奖' }).waitFor();
});

test('operations reads where one prize goes, with a reason, and puts it down as sent', async () => {
  const { page } = await signIn('yunying01', '/lucky');
  const claims = page.getByRole('region', { name: '领奖' });
  await claims.getByRole('button', { name: '看地址' }).click();
  const ask = page.getByRole('dialog', { name: /^看收件地址/ });
  await look(page, 'parcel-asked');
  await ask.getByRole('textbox').fill('寄水杯给中奖人');
  await ask.getByRole('button', { name: '看地址' }).click();
  await ask.waitFor({ state: 'hidden' });
  await claims.getByText('苏州市姑苏区观前街 9 号').waitFor();
  await look(page, 'parcel');
  await claims.getByRole('button', { name: '登记已寄' }).click();
  await page
    .getByRole('dialog', { name: /寄出了/ })
    .getByRole('button', { name: '登记已寄' })
    .click();
  await claims.getByText('没有待寄的').waitFor();
});

test('a place outside is added on a site that the settings allow, on no other, when a second person agrees, and closed by one', async () => {
  const { page } = await signIn('yunying01', '/exits');
  await heading(page, '外部去处').waitFor();
  const tokens = page.getByRole('region', { name: '带令牌的合作页面' });
  await tokens.getByRole('button', { name: /^新加/ }).click();
  const dialog = page.getByRole('dialog', { name: '新加：带令牌的合作页面' });
  await dialog.getByLabel('代码', { exact: true }).fill('health-mall');
  await dialog.getByLabel('合作机构名称').fill('示例健康商城');
  await dialog.getByLabel('页面地址').fill('https://elsewhere.example/buy');
  await dialog.getByLabel('原因').fill('合作上线');
  await dialog.getByRole('button', { name: '提交，等第二个人同意' }).click();
  await dialog.getByRole('alert').getByText('这个站点不在服务器的设置里').waitFor();
  await look(page, 'exit-refused');
  await dialog.getByLabel('页面地址').fill(`${stage.shop.sandbox.origin}/partner/mall`);
  await dialog.getByRole('button', { name: '提交，等第二个人同意' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('带令牌的合作页面 health-mall（示例健康商城），等第二个人同意').waitFor();
  await look(page, 'exit-waiting');
  const row = tokens.getByRole('row', { name: /health-mall/ });
  expect(await row.count()).toBe(0);

  const { page: second } = await signIn('hegui01', '/approvals');
  const request = second.getByRole('article').filter({ hasText: 'health-mall' });
  await request.getByRole('button', { name: /^同\s*意$/ }).click();
  await second.getByRole('dialog').getByRole('button', { name: '同意并办理' }).click();
  await request.waitFor({ state: 'hidden' });

  await page.reload();
  await row.getByText('开着').waitFor();
  await look(page, 'exits');
  await row.getByRole('button', { name: '关 示例健康商城' }).click();
  const shut = page.getByRole('dialog', { name: '关：示例健康商城' });
  await shut.getByRole('textbox').fill('对方停机维护');
  await shut.getByRole('button', { name: '现在就关' }).click();
  await row.getByText('关着').waitFor();
});

test('the six characters of a phone’s own check are read in words, one that was misheard is said to be wrong', async () => {
  const { page } = await signIn('kefu01', '/people');
  await button(page, '手机自检码').click();
  const dialog = page.getByRole('dialog', { name: '手机自检码' });
  const states = Object.fromEntries(SELF_CHECKS.map((name) => [name, 'ok'])) as SelfCheckResult['states'];
  const code = selfCheckCode({ channel: 'wechat', states: { ...states, clock: 'warn' }, day: 22 });
  await dialog.getByLabel('自检码').fill('22222X');
  await dialog.getByLabel('自检码').press('Enter');
  await dialog.getByText('这串码不对，请对方再念一遍').waitFor();
  await dialog.getByLabel('自检码').fill(`${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase());
  await button(page, '看结果').click();
  await dialog.getByRole('row', { name: '手机时间 要留意' }).waitFor();
  expect(await dialog.getByText('正常', { exact: true }).count()).toBe(6);
  await dialog.getByText('在微信里，22 日查的').waitFor();
  await look(page, 'self-check');
});

/** A round with a prize that waits to be sent. */
async function openDraw(): Promise<void> {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  const { deps } = server;
  const nowMs = stage.clock.now();
  const prize = { code: 'cup', name: '水杯', unit: '个', valueFen: 2_000, stock: 300, oddsPpm: 5_000 };
  await openRound(deps, {
    ...{ editionCode: deps.editions.edition()?.code ?? '', by: '运营员 01' },
    rules: {
      ...{ code: 'manual-1', title: '看健康手册抽水杯', organiser: '甲信财产保险江苏分公司', approvalNo: 'HD-2026-1' },
      ...{ startsAtMs: nowMs - 1000, endsAtMs: nowMs + 20 * 86_400_000, claimDays: 30, actions: ['health-manual'] },
      prizes: [prize, { ...prize, code: 'book', name: '健康手账', unit: '本', stock: 1_000, oddsPpm: 20_000 }],
    },
  });
  const parcel = { name: '钱收', phone: '13900000130', address: '苏州市姑苏区观前街 9 号' };
  await deps.database.query(
    `insert into lucky_chances (shard, id, user_id, round_code, action, tag, status, earned_at, prize_code, claimed_at,
       address_sealed)
     values (3, $1, 1, 'manual-1', 'health-manual', 't', 'claimed', now(), 'cup', now(), $2)`,
    [deps.orderIds.next(3), deps.vault.sealJson('lucky-address', parcel)],
  );
}
