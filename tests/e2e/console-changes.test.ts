import { maskName } from '@huimin/domain/person';
import { expect, test } from 'vitest';
import { eventually, newestCode, pay, placeOrder, resident } from '../integration/shop.ts';
import { expectInSight, hasFocus, useConsole } from './console-visit.ts';
import { greyPicture } from './grey-picture.ts';
import { button } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-changes');
/** Somebody and a parent, insured, whose name is to be put right by what a photo shows. */
async function inReview(index: number) {
  const { shop } = stage;
  const [self, parent] = [resident(index), resident(index + 1)];
  const visitor = shop.visitor();
  await visitor.logIn(self);
  const { orderNo } = await placeOrder(visitor, [self, parent]);
  await pay(visitor, orderNo, shop.sandbox);
  const detail = await eventually(
    () => visitor.value('queryOrderDetail', { orderNo }),
    ({ people }) => people.every(({ policyNo }) => policyNo !== null),
  );
  const name = `${parent.name.slice(0, 2)}珍`;
  const { change } = await visitor.value('prepareChange', {
    ...{ orderNo, clientKey: `desk-change-${orderNo}`, reason: 'typing-error', newValues: { name } },
    policyNo: detail.people[1]?.policyNo ?? '',
  });
  const { changeNo } = change;
  const { fileId } = await visitor.value('uploadFile', {
    ...{ clientKey: `desk-upload-${orderNo}`, use: 'change', fileName: '身份证正面.png' },
    content: greyPicture().toString('base64'),
  });
  shop.clock.advance(61_000);
  await visitor.value('sendChangeCode', { changeNo, to: 'login-phone' });
  const code = newestCode(shop.sandbox, self.phone);
  await visitor.value('updateInsurant', { changeNo, code, fileIds: [fileId] });
  return { changeNo, orderNo, parent, name, visitor };
}

test('corrections are compared with their papers by the keyboard; one lacks a paper, one is made by two people', async () => {
  const first = await inReview(810);
  const second = await inReview(820);
  const { page } = await signIn('yunying01', '/changes');
  await page.getByRole('tab', { name: '改信息 2' }).waitFor();
  const detail = page.getByRole('complementary', { name: '申请详情' });
  await detail.getByText(first.changeNo, { exact: true }).waitFor();
  await detail.getByText('只差一个字或一位，像是写错').waitFor();
  await look(page, 'masked');
  await expectInSight(
    page,
    ...[/驳 ?回/, /要材料/, /同意，交复核/].map((name) => detail.getByRole('button', { name })),
  );
  expect(await detail.textContent()).not.toContain(first.parent.name);
  // What somebody looks for is chosen in a menu that opens with the focus in it.
  const asWhat = detail.getByRole('button', { name: '看完整内容' });
  await asWhat.press('Enter');
  await expect.poll(() => hasFocus(page.getByRole('menuitem', { name: '对照材料审核' }))).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(asWhat)).toBe(true);
  await page.keyboard.press('o');
  await detail.getByRole('cell', { name: first.name }).waitFor();
  const paper = detail.getByRole('img', { name: '身份证正面.png' });
  await expect.poll(() => paper.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
  await look(page, 'whole');
  await page.keyboard.press('s');
  const asking = page.getByRole('dialog', { name: '要材料：姓名' });
  await asking.getByRole('radio', { name: '户口簿本人页' }).check();
  await look(page, 'papers-wanted');
  await asking.getByRole('button', { name: '请申请人补' }).click();
  await page.getByRole('tab', { name: '改信息 1' }).waitFor();
  await detail.getByText(second.changeNo, { exact: true }).waitFor();
  // Keys are the dialog's own as long as the focus is in it.
  await asking.waitFor({ state: 'hidden' });
  await page.keyboard.press('a');
  const agreeing = page.getByRole('dialog', { name: '同意：姓名' });
  await agreeing.getByLabel('给复核人的说明').fill('和身份证一致');
  await agreeing.getByRole('button', { name: '同意，交复核' }).click();
  await page.getByText('没有等审的申请').waitFor();
  await look(page, 'empty');

  // A filter that is no choice, typed or from an older link, counts as none.
  const { page: other } = await signIn('hegui01', '/changes?stand=second&kind=nothing&city=999999');
  const theirs = other.getByRole('complementary', { name: '申请详情' });
  await theirs.getByText('和身份证一致').waitFor();
  await expect.poll(() => new URL(other.url()).search).toBe('?stand=second');
  await look(other, 'second');
  await theirs.getByRole('button', { name: '通过' }).click();
  await button(other, '通过，马上办').click();
  await other.getByText('这里没有申请').waitFor();
  const { people } = await second.visitor.value('queryChanges', { orderNo: second.orderNo });
  expect(people[1]?.name).toBe(second.name);
  await other.goto(`${stage.shop.origin}/hmb-js26/console/changes?stand=done`);
  await other
    .getByRole('region', { name: '申请队列' })
    .getByRole('cell', { name: maskName(second.name) })
    .waitFor();
});
