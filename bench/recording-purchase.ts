import type { Browser, Page } from 'playwright-core';
import { sentBatch } from '../tests/e2e/sent-batch.ts';
import { resident, type Shop } from '../tests/integration/shop.ts';
import { plainRecorder } from './plain-rrweb.ts';
import type { SentBatch } from './recording-bytes.ts';
import { newPhone } from './web-browser.ts';

const COLLECT = /\/insureRecord\/collect$/;
/** How fast a practised hand is on a phone; `pace` 3 takes three times as long. */
const KEY_MS = 150;
const LOOK_MS = 1_500;
const SWIPE_MS = 700;
const SWIPES_A_DOCUMENT = 12;

export interface PurchaseOptions {
  readonly withTable: boolean;
  readonly pace: number;
  /** What records it: the build's own recorder, plain rrweb in its place, or nothing. */
  readonly recorder?: 'ours' | 'plain' | 'none';
  readonly onOpened?: (page: Page) => Promise<void>;
  /** Before the page is left for the payment. */
  readonly beforePayment?: (page: Page) => Promise<void>;
}

/** Buys for one's own and one's mother, as a person does it who is in no hurry and reads on. Answers what was recorded. */
export async function buyAsAPerson(
  browser: Browser,
  shop: Shop,
  number: number,
  { withTable, pace, recorder = 'ours', onOpened, beforePayment }: PurchaseOptions,
): Promise<{ events: SentBatch[]; ms: number }> {
  const [self, mother] = [resident(number), resident(number + 1)];
  const phone = await newPhone(browser);
  const sent = new Map<string, SentBatch>();
  if (!withTable) await phone.route(/\/assets\/table-/, (route) => route.fulfill({ status: 404, body: '' }));
  if (recorder !== 'ours') {
    const body = recorder === 'plain' ? plainRecorder() : '';
    const answer = { status: body ? 200 : 404, contentType: 'text/javascript', body };
    await phone.route(/\/assets\/start-recording-/, (route) => route.fulfill(answer));
  }
  let plainRequests = 0;
  phone.on('request', (request) => {
    if (!COLLECT.test(request.url())) return;
    const body = request.postDataBuffer();
    if (!body) return;
    if (recorder !== 'ours') {
      plainRequests += 1;
      return;
    }
    const batch = sentBatch<SentBatch>(body);
    sent.set(`${batch.tab} ${batch.seq}`, batch);
  });
  const page = await phone.newPage();
  const look = () => page.waitForTimeout(LOOK_MS * pace);
  const tap = async (name: string | RegExp, role: 'button' | 'link' | 'checkbox' | 'radio' = 'button') => {
    await look();
    await page.getByRole(role, { name }).first().click();
  };
  const type = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByLabel(label, { exact: true }).pressSequentially(text, { delay: KEY_MS * pace });
  };

  await page.goto(`${shop.origin}/`);
  const begun = Date.now();
  await onOpened?.(page);
  await swipe(page, 6);
  await page.evaluate(() => scrollTo(0, 0));
  await tap(/立即参保|我要参保/, 'link');
  const sheet = page.getByRole('dialog', { name: '选择医保所在地' });
  await sheet.getByRole('radio', { name: '苏州' }).check();
  await sheet.getByRole('radio', { name: '工业园区' }).check();
  await tap('确认添加');
  await type('手机号', self.phone);
  await tap('获取验证码');
  await page.getByText('分钟内有效').waitFor();
  const codes = shop.sandbox.control.sms(self.phone).flatMap(({ params }) => ('code' in params ? [params.code] : []));
  await type('短信验证码', String(codes.at(-1)));
  await tap(/我已阅读并同意/, 'checkbox');
  await tap('登录');

  for (const [person, relationship] of [
    [self, '本人'],
    [mother, '父母'],
  ] as const) {
    await tap(relationship === '本人' ? '添加本人' : '添加家人', 'link');
    await look();
    await type('姓名', person.name);
    await page.getByRole('group', { name: '与您的关系' }).getByRole('radio', { name: relationship }).check();
    await page.getByRole('textbox', { name: '证件号码' }).click();
    await page.getByRole('textbox', { name: '证件号码' }).pressSequentially(person.idNumber, { delay: KEY_MS * pace });
    await page.getByText('号码有效').waitFor();
    await tap(relationship === '本人' ? '职工医保' : '居民医保', 'radio');
    await tap(/个人信息授权书/, 'checkbox');
    await tap('保存');
    await page.getByRole('checkbox', { name: new RegExp(person.name) }).waitFor();
  }
  for (const { name } of [self, mother]) await tap(new RegExp(name), 'checkbox');
  await tap('下一步');
  await tap('继续阅读');
  do {
    const text = page.getByRole('region', { name: '正文' });
    await text.getByRole('heading').first().waitFor();
    const title = await page.getByRole('dialog').getByRole('heading', { level: 2 }).textContent();
    for (let part = 1; part <= SWIPES_A_DOCUMENT; part++) {
      await text.evaluate(
        (element, share) => element.scrollTo(0, element.scrollHeight * share),
        part / SWIPES_A_DOCUMENT,
      );
      await page.waitForTimeout(SWIPE_MS * pace);
    }
    await tap(/^读完了/);
    await page.waitForFunction((former) => document.querySelector('[role="dialog"] h2')?.textContent !== former, title);
  } while ((await page.getByRole('dialog').count()) > 0);
  await tap(/我已读完并同意|我看完了/, 'checkbox');
  await tap('去付款');
  await page.getByRole('button', { name: /^用微信支付/ }).waitFor();
  await beforePayment?.(page);
  if (recorder === 'plain' && plainRequests === 0) throw new Error('plain rrweb has recorded nothing');
  await tap(/^用微信支付/);
  await page.getByRole('heading', { name: '确认付款' }).waitFor();
  await look();
  await page.getByTestId('pay').click();
  await page.getByRole('heading', { level: 1, name: '支付成功' }).waitFor();
  await look();
  const ms = Date.now() - begun;
  // A screen that is only a visit: what there is goes out within seconds.
  await page.goto(`${shop.origin}/#/branch`);
  await page.waitForTimeout(6_000);
  await phone.close();
  return { events: [...sent.values()], ms };
}

async function swipe(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await page.mouse.wheel(0, 300).catch(() => page.evaluate(() => scrollBy(0, 300)));
    await page.waitForTimeout(SWIPE_MS);
  }
}
