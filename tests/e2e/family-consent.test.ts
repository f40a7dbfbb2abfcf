import { nextMessageMs } from '@huimin/domain/text-message';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agreements, eventually, keep, loggedIn, pay, REQUIRED, resident } from '../integration/shop.ts';
import { addMember, arrive, begin, button, choose, heading, logIn } from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const HOUR_MS = 3_600_000;

interface Speaking {
  readonly said: string[];
}

/** A phone with a voice: Chromium here has none. What it says is kept. */
async function giveVoice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    const waiting: SpeechSynthesisUtterance[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      const one = waiting.shift();
      timer = undefined;
      if (!one) return;
      said.push(one.text);
      one.onstart?.(new Event('start') as SpeechSynthesisEvent);
      timer = setTimeout(() => {
        one.onend?.(new Event('end') as SpeechSynthesisEvent);
        next();
      }, 5);
    };
    const voice = {
      speak(one: SpeechSynthesisUtterance) {
        waiting.push(one);
        timer ??= setTimeout(next, 5);
      },
      cancel() {
        waiting.length = 0;
        clearTimeout(timer);
        timer = undefined;
      },
    };
    Object.defineProperty(window, 'speechSynthesis', { value: voice });
    Object.assign(window, { said });
  });
}
const saidOn = (page: Page) => page.evaluate(() => (window as unknown as Speaking).said.join(''));

test('a child pays, the mother hears it and agrees on her own phone in large letters, and the child sees it', async () => {
  const { shop } = stage;
  const [child, mother] = [resident(8_200), resident(8_201)];
  // Nobody is asked by night.
  stage.clock.advance(nextMessageMs(stage.clock.now()) - stage.clock.now() + HOUR_MS);
  const visitor = await loggedIn(shop, child);
  const about = { name: mother.name, idType: '01' as const, idNumber: mother.idNumber, phone: mother.phone };
  const kept = await visitor.value('addMember', {
    ...{ ...about, relationship: '02' as const, regionCode: '320500' as const, consent: true as const },
  });
  const self = await keep(visitor, child, '00');
  const { orderNo } = await visitor.value('saveOrder', {
    clientKey: 'a-child-that-pays-for-a-mother-1',
    policyholderMemberId: self,
    insuredMemberIds: [kept.memberId],
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  });
  await pay(visitor, orderNo, shop.sandbox);
  stage.clock.advance(61_000);
  const own = await stage.visit();
  await own.open('#/login');
  await logIn(own, shop, child);
  await own.open(`#/orderDetail?orderNo=${orderNo}`);
  await own.page.getByRole('link', { name: /请家人本人确认/ }).click();
  await arrive(own.page, 'familyAsk', '请家人本人确认');
  await look(own.page, 'family-ask');
  await button(own.page, `发短信请本人确认，${mother.name}`).click();
  await own.page.getByText('等本人确认').waitFor();

  const link = await eventually(
    async () => shop.sandbox.control.sms(mother.phone).at(-1)?.params.link,
    (found) => found !== undefined,
  );
  const hers = await stage.visit();
  await giveVoice(hers.page);
  await hers.open(`f/${link}`);
  await arrive(hers.page, 'familyConfirm', '家人为您投保，请您确认');
  expect(await hers.page.evaluate(() => document.documentElement.dataset.mode)).toBe('elder');
  const tail = hers.page.getByLabel('您的证件号码后 6 位');
  await tail.waitFor();
  expect(await hers.page.getByText(child.name).count()).toBe(0);
  await tail.fill('00000X');
  await button(hers.page, '下一步').click();
  await hers.page.getByText('证件号码后 6 位不对').first().waitFor();
  await tail.fill(mother.idNumber.slice(-6));
  await button(hers.page, '下一步').click();
  await hers.page.getByText(`${child.name}（您的子女）`).waitFor();
  await look(hers.page, 'family-confirm', { elder: true });
  await button(hers.page, '念给我听').click();
  await expect.poll(() => saidOn(hers.page)).toContain('您不用付钱');
  await expect.poll(() => button(hers.page, '念给我听').count()).toBe(1);
  await button(hers.page, '我同意').click();
  await heading(hers.page, '您已同意').waitFor();
  await own.page.getByText('本人已同意', { exact: true }).waitFor();
});

test('who has a document read aloud is brought to its end, and it counts as read', async () => {
  const { shop } = stage;
  const self = resident(8_210);
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  await giveVoice(page);
  await begin(visit, shop, self);
  await addMember(page, self, 'self');
  await choose(page, self);
  await button(page, '继续阅读').click();
  await page.getByRole('region', { name: '正文' }).getByRole('heading').first().waitFor();
  await look(page, 'reading-aloud', { elder: true });
  await button(page, '念给我听').click();
  await button(page, '停下来').waitFor();
  await button(page, /^读完了/).waitFor();
  // As a page of its own as well.
  await visit.open('#/agreement?key=clauses');
  await arrive(page, 'agreement', '保险条款');
  await button(page, '念给我听').click();
  const last = page.locator('.document > *').last();
  await expect
    .poll(() => last.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight))
    .toBe(true);
  expect(await saidOn(page)).toContain((await last.textContent())?.slice(0, 6));
});
