import { test } from 'vitest';
import { signedIn } from '../integration/desk.ts';
import { newestCode, resident } from '../integration/shop.ts';
import { useConsole } from './console-visit.ts';
import { heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-rights');
const WORDS = '以前登记的住址写错了，请改成现在住的地方；我走不动，希望不用去网点，在手机上办好';

test('what somebody asks about their own data is read where it is answered', async () => {
  const { shop } = stage;
  const { phone, ...person } = resident(760);
  const visitor = shop.visitor();
  await visitor.logIn({ ...person, phone });
  stage.clock.advance(61_000);
  await visitor.value('sendOwnDataCode');
  await visitor.value('askRight', { right: 'correct', words: WORDS, code: newestCode(shop.sandbox, phone) });

  const { page } = await signIn('hegui01', '/rights');
  await heading(page, '本人的权利').waitFor();
  const asked = page.getByRole('article', { name: /改正信息/ });
  await asked.getByText(WORDS).waitFor();
  await look(page, 'open');
  await asked.getByText(/^还有 \d+ 天/).waitFor();
  await page.locator('body').press('d');
  await page.getByRole('dialog', { name: /^不能办/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.locator('body').press('a');
  const dialog = page.getByRole('dialog', { name: /改正信息/ });
  await dialog.getByText(WORDS).waitFor();
  await look(page, 'answer');
  await dialog.getByRole('textbox').fill('住址已改好');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('没有要办的').waitFor();
  await page.getByRole('tab', { name: '办过的' }).click();
  await page
    .getByRole('article', { name: /改正信息/ })
    .getByText('住址已改好')
    .waitFor();
});

test('a restriction that its owner took back is read as such beside what was answered', async () => {
  const { shop } = stage;
  const person = resident(761);
  const visitor = shop.visitor();
  await visitor.logIn(person);
  const code = async () => {
    stage.clock.advance(61_000);
    await visitor.value('sendOwnDataCode');
    return newestCode(shop.sandbox, person.phone);
  };
  await visitor.value('askRight', { right: 'restrict', words: '不要再用我的信息', code: await code() });
  const compliance = await signedIn(shop, 'hegui01');
  const rightsNo = (await compliance.value('listRightsRequests')).requests.at(-1)?.rightsNo ?? '';
  await compliance.value('answerRightsRequest', { rightsNo, agree: true, answer: '已停止使用' });
  await visitor.value('liftRestriction', { code: await code() });

  const { page } = await signIn('hegui01', '/rights?which=done');
  const asked = page.getByRole('article', { name: /停止使用/ });
  await asked.getByText('已恢复使用').waitFor();
  await asked.getByText(/恢复了使用：参保过程记录 0 份/).waitFor();
  await look(page, 'lifted');
});
