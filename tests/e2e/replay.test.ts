import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkPackage, readPackage } from '@huimin/evidence/package';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signedIn } from '../integration/desk.ts';
import { seal } from '../integration/recorded-visit.ts';
import { batchOf, send } from '../integration/recording-client.ts';
import { resident } from '../integration/shop.ts';
import { hasFocus, useConsole } from './console-visit.ts';
import {
  arrive,
  begin,
  button,
  choose,
  consent,
  DOCUMENTS,
  fillMember,
  heading,
  pickRegion,
  placeOrder,
  readToTheEnd,
  saveMember,
} from './journey.ts';
import { copyOfBuild, nextRelease } from './next-release.ts';
import { type LivePicture, sameShare, takePicture } from './same-picture.ts';
import { picturePath, useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'replay');

/** What drives the browser tries to run in every frame; in the picture's nothing may. */
const NOTHING_RUNS = /Blocked script execution in '[^']*\/console\/player'/;

const PHONE = { width: 375, height: 812 };
const SCROLL_TOLD_MS = 150;
/** Of the pixels of a mark. */
const SAME = 0.99;
const MOST_LOOKS = 8;

/** What the purchase looked like, mark by mark. */
const pictures: LivePicture[] = [];

const picture = (page: Page) => page.frameLocator('iframe[title="手机画面"]').frameLocator('iframe');

test('a purchase is found, and played masked: what was shown, in the look it had, with the course beside it', async () => {
  const { shop } = stage;
  const visit = await stage.visit();
  const self = resident(630);
  const phone = visit.page;
  const keepLook = async (name: string) => void pictures.push(await takePicture(phone, name));
  await begin(visit, shop, self);
  await keepLook('nobody yet');
  await phone.getByRole('link', { name: '添加本人' }).click();
  await arrive(phone, 'beforeAdd', '添加被保险人');
  await fillMember(phone, self, 'self');
  await keepLook('filled in');
  await saveMember(phone);
  await choose(phone, self);
  await keepLook('confirm');
  await phone.emulateMedia({ colorScheme: 'dark' });
  await keepLook('confirm, in the dark');
  await phone.emulateMedia({ colorScheme: 'light' });
  await button(phone, '继续阅读').click();
  for (let number = 1; number <= DOCUMENTS.length; number++) {
    const text = phone.getByRole('region', { name: '正文' });
    await text.getByRole('heading').first().waitFor();
    await keepLook(`document ${number}`);
    await readToTheEnd(phone, () => keepLook(`end of document ${number}`));
  }
  await consent(phone).check();
  await keepLook('agreed');
  const orderNo = await placeOrder(phone);
  await keepLook('pay');
  const [server] = shop.servers;
  const bound = async () =>
    server?.deps.database.query(`select trace from order_recordings where state = 'bound'`) ?? [];
  await expect.poll(async () => (await bound()).length, { timeout: 20_000 }).toBe(1);
  await phone.goto('about:blank');

  const { page } = await signIn('hegui01', '/recordings', NOTHING_RUNS);
  await page.getByRole('searchbox', { name: '编号', exact: true }).fill(orderNo);
  await page.keyboard.press('Enter');
  const found = page.getByRole('link', { name: /^回放 / });
  await expect.poll(() => found.count()).toBe(1);
  await expect.poll(() => page.locator('.ant-spin-spinning').count()).toBe(0);
  // The field is made anew with what was looked for, and is where one goes on typing.
  await expect.poll(() => hasFocus(page.getByRole('searchbox', { name: '编号', exact: true }))).toBe(true);
  await page.getByRole('table').getByRole('link', { name: orderNo }).waitFor();
  await look(page, 'list');
  await heading(page, '会话回放').click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '过程' }).waitFor();
  await picture(page).locator('body').waitFor();
  await expect.poll(() => page.getByText('其余画面在后台读取').count()).toBe(0);

  // To where somebody was filled in and looked over, by the list: the picture is there with its styles, and nobody's number.
  const shown = picture(page).locator('#root');
  for (const [tapped, sign] of [
    ['保存', '添加被保险人'],
    ['去付款', '被保险人（1 人）'],
  ] as const) {
    await page
      .getByRole('button', { name: `点“${tapped}”` })
      .last()
      .click();
    await shown.getByText(sign).first().waitFor();
    const text = await shown.evaluate((root) =>
      [(root as HTMLElement).innerText, ...Array.from(root.querySelectorAll('input'), ({ value }) => value)].join('\n'),
    );
    for (const value of [self.name, self.idNumber, self.phone]) expect(text.replace(/ /g, '')).not.toContain(value);
  }
  const style = await picture(page)
    .locator('body')
    .evaluate((body) => getComputedStyle(body).fontFamily);
  expect(style).toContain('PingFang');
  await look(page, 'replay');
  // The space bar of a button is the button's.
  await page.getByRole('heading', { name: '过程' }).click();
  await page.keyboard.press(' ');
  await button(page, '暂停').waitFor();
  await page.keyboard.press(' ');
  await button(page, '播放').waitFor();
});

test('three releases later, from a server that has nothing of the old one, every mark looks as it did', async () => {
  const { shop } = stage;
  const [server] = shop.servers;
  await shop.runJob('evidence-build');
  await shop.runJob('evidence-files');
  const old = await stage.visit({ elder: true, dark: true });
  await old.open();
  await heading(old.page, /苏民安/).waitFor();
  await old.page.getByRole('link', { name: /立即参保|我要参保/ }).click();
  await old.page.getByRole('dialog', { name: '选择医保所在地' }).waitFor();
  // It begins with the first press.
  await old.page.waitForFunction(() => sessionStorage.getItem('cx-record-uuid') !== null);
  const elderly = [await takePicture(old.page, 'region')];
  await pickRegion(old.page);
  await arrive(old.page, 'login', '手机号登录');
  elderly.push(await takePicture(old.page, 'login'));
  const oldTrace = await old.page.evaluate(() => sessionStorage.getItem('cx-record-uuid') ?? '');
  await old.page.goto('about:blank');
  const told = (trace: string, at: number) => async () =>
    (
      await server?.deps.database.query(`select 1 as n from recording_chunks where trace = $1 and last_at >= $2`, [
        trace,
        at,
      ])
    )?.length;
  await expect.poll(told(oldTrace, elderly.at(-1)?.at ?? 0)).toBeGreaterThan(0);

  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    copyOfBuild(folder);
    for (const number of [1, 2, 3]) nextRelease(folder, number);
    const next = await shop.release(folder);
    const desk = await signedIn({ clock: stage.clock, origin: shop.origin }, 'hegui01');
    const other = await signedIn({ clock: stage.clock, origin: shop.origin }, 'yunying01');
    const rows = await server?.deps.database.query<{ trace: string }>(
      `select trace from order_recordings where state = 'bound'`,
    );
    const trace = rows?.[0]?.trace ?? '';
    await expect.poll(told(trace, pictures.at(-1)?.at ?? 0)).toBeGreaterThan(0);
    const { approvalNo } = await desk.value('askUnmasking', { trace, reason: '核对画面' });
    await other.value('decideApproval', { approvalNo, agree: true });
    const { page, context } = await signIn('hegui01', '/own', NOTHING_RUNS);
    const asked: string[] = [];
    await context.route(`${shop.origin}/**`, (route) => route.abort());
    context.on('request', (request) => asked.push(request.url()));
    const shares: [string, number][] = [];
    for (const [recording, taken, clear] of [
      [trace, pictures, true],
      [oldTrace, elderly, false],
    ] as const) {
      await page.goto(`${next.origin}/hmb-js26/console/recordings/${recording}`);
      await page.getByRole('heading', { name: '过程' }).waitFor();
      await picture(page).locator('body').waitFor();
      await expect.poll(() => page.getByText('其余画面在后台读取').count()).toBe(0);
      const { beginsAt } = await desk.value('showRecording', { trace: recording });
      if (clear) {
        const track = page.getByRole('slider', { name: '回放进度' });
        const stands = String((taken[2]?.at ?? 0) - beginsAt);
        await track.fill(stands);
        await page.getByRole('switch', { name: '看原文' }).click();
        await expect.poll(() => page.getByText('其余画面在后台读取').count()).toBe(0);
        // The same course in other words: nobody loses their place.
        expect(await track.inputValue()).toBe(stands);
      }
      await page.locator('iframe[title="手机画面"]').evaluate((frame: HTMLElement) => {
        frame.style.cssText = 'position:fixed;left:0;top:0;width:375px;height:812px;z-index:9999;border:0';
      });
      // Where the finger was is drawn over the picture.
      await page
        .frameLocator('iframe[title="手机画面"]')
        .locator('.replayer-mouse')
        .evaluate((mouse: HTMLElement) => {
          mouse.style.display = 'none';
        });
      for (const { name, at, png } of taken) {
        let share = 0;
        for (let round = 0; round < MOST_LOOKS && share < SAME; round++) {
          // Of several turns of scrolling the last is told a moment later.
          const late = round % 2 === 0 ? 0 : SCROLL_TOLD_MS;
          await page.getByRole('slider', { name: '回放进度' }).fill(String(at + late - beginsAt));
          const replayed = await page.screenshot({ caret: 'initial', clip: { x: 0, y: 0, ...PHONE } });
          share = await sameShare(page, png, replayed);
        }
        shares.push([name, share]);
      }
    }
    expect(shares.filter(([, share]) => share < SAME)).toEqual([]);
    expect(shares).toHaveLength(pictures.length + elderly.length);
    expect(
      asked.filter((url) => !url.startsWith(`${next.origin}/hmb-js26/console/`) && !url.startsWith('data:')),
    ).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what was agreed to for a while stays on no screen longer, and what the line did not carry is asked for again', async () => {
  const { shop, clock } = stage;
  const [server] = shop.servers;
  const [bound] =
    (await server?.deps.database.query<{ trace: string }>(
      `select trace from order_recordings where state = 'bound'`,
    )) ?? [];
  const trace = bound?.trace ?? '';
  // Agreed to for the test before.
  const { page, context, expectTrouble } = await signIn('hegui01', '/own', NOTHING_RUNS);
  const EVENTS = '**/recordings/*/events*';
  await context.route(EVENTS, (route) => route.abort());
  expectTrouble(/net::ERR_FAILED/);
  // A quarter of an hour is too long to wait for, and the browser knows the machine's time alone.
  clock.set(Date.now());
  await server?.deps.database.query('update recording_unmaskings set until = $1 where trace = $2', [
    new Date(clock.now() + 12_000),
    trace,
  ]);
  await page.goto(`${shop.origin}/hmb-js26/console/recordings/${trace}`);
  await page.getByRole('switch', { name: '看原文' }).waitFor();
  await button(page, '再试一次').waitFor();
  await context.unroute(EVENTS);
  await button(page, '再试一次').click();
  await picture(page).locator('body').waitFor();
  await page.getByText('已遮盖，原值另存加密').waitFor();
  await page.getByRole('switch', { name: '看原文' }).click();
  await page.getByText('自动遮盖，全程留痕').waitFor();
  await page.getByText('已遮盖，原值另存加密').waitFor({ timeout: 20_000 });
  await expect.poll(() => page.getByRole('switch', { name: '看原文' }).count()).toBe(0);
  await page.getByText('默认遮盖').waitFor();
});

test('the sale goes out: agreed to by another, played from a disk without a network, printed with its key pages', async () => {
  const { shop, clock } = stage;
  const [server] = shop.servers;
  const sold = await server?.deps.database.query<{ trace: string }>(
    `select trace from order_recordings where state = 'bound'`,
  );
  const trace = sold?.[0]?.trace ?? '';
  await shop.runJob('evidence-build');
  await shop.runJob('evidence-files');
  // The server's own jobs run beside, and what they add to the recording is quiet half an hour later.
  const sealed = async () => {
    clock.advance(31 * 60_000);
    await seal(shop);
    const steps = await server?.deps.database.query<{ step: string }>(
      `select step from evidence_objects where trace = $1`,
      [trace],
    );
    return new Set(steps?.map(({ step }) => step));
  };
  await expect.poll(sealed).toEqual(new Set(['sealed']));
  const auditor = await signedIn({ clock, origin: shop.origin }, 'shenji01');
  const { page, context } = await signIn('hegui01', `/recordings/${trace}`, NOTHING_RUNS);

  // Kept for a court, and for a case of one; let go when both are over and another agrees.
  await button(page, '冻结保存').click();
  const hold = page.getByRole('dialog', { name: '冻结保存' });
  await hold.getByRole('button', { name: '冻结' }).click();
  await hold.getByText(/^请写原因/).waitFor();
  await hold.getByLabel(/^原因/).fill('法院调取');
  await look(page, 'hold');
  await hold.getByRole('button', { name: '冻结' }).click();
  await page.getByText(/^司法冻结：.*法院调取$/).waitFor();
  await button(page, '关联投诉').click();
  const dispute = page.getByRole('dialog', { name: '关联投诉' });
  await dispute.getByLabel('投诉或案件编号').fill('苏0591民初1号');
  await dispute.getByLabel('争议什么').fill('有没有说明免责条款');
  await dispute.getByRole('button', { name: '关联' }).click();
  await dispute.getByText('请选争议日期').waitFor();
  await dispute.getByLabel('争议日期').fill('20260109');
  await dispute.getByLabel('争议日期').press('Enter');
  await look(page, 'dispute');
  await dispute.getByRole('button', { name: '关联' }).click();
  await page.getByText(/^有投诉没了结，不会销毁：苏0591民初1号/).waitFor();
  await button(page, '关联投诉').click();
  await dispute.getByRole('button', { name: '了结 苏0591民初1号' }).click();
  await page.getByRole('dialog', { name: '苏0591民初1号 了结了？' }).getByRole('button', { name: '了结了' }).click();
  await page.getByText(/^有投诉没了结，不会销毁/).waitFor({ state: 'hidden' });
  await button(page, /^解除冻结/).click();
  const release = page.getByRole('dialog', { name: '申请解除冻结' });
  await release.getByText('法院调取').waitFor();
  await release.getByLabel(/^原因/).fill('法院已经结案');
  await look(page, 'release');
  await release.getByRole('button', { name: '申请' }).click();
  await expect.poll(() => button(page, '解除在等第二人').isDisabled()).toBe(true);
  const { approvals: asked } = await auditor.value('listApprovals', { which: 'waiting' });
  await auditor.value('decideApproval', { approvalNo: asked[0]?.approvalNo ?? '', agree: true });
  await shop.runJob('agreed-releases');
  await page.reload();
  await button(page, '冻结保存').waitFor();
  await button(page, '导出证据包').click();
  const exporting = page.getByRole('dialog', { name: '导出证据包' });
  await exporting.getByText('回车').waitFor();
  await exporting.getByLabel(/^为什么导出/).press('Control+Enter');
  await exporting.getByText('请写为什么导出，至少 4 个字').waitFor();
  await exporting.getByLabel(/^为什么导出/).fill('监管抽查');
  await look(page, 'export-ask');
  await exporting.getByLabel(/^为什么导出/).press('Control+Enter');
  await page.getByText('已经申请，等另一个人').waitFor();
  const { approvals } = await auditor.value('listApprovals', { which: 'waiting' });
  await auditor.value('decideApproval', { approvalNo: approvals[0]?.approvalNo ?? '', agree: true });
  await page.reload();
  await button(page, '导出证据包').click();
  const fetched = page.waitForEvent('download');
  await exporting.getByRole('button', { name: /^下\s*载$/ }).click();
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  try {
    const file = join(folder, (await fetched).suggestedFilename());
    await (await fetched).saveAs(file);
    await look(page, 'export-done');
    const bytes = readFileSync(file);
    expect(
      checkPackage(bytes, 'deep')
        .findings.filter(({ state }) => state === 'failed')
        .map(({ line }) => line),
    ).toEqual([]);
    const found = readPackage(bytes);
    if ('damage' in found) throw new Error(found.damage);
    writeFileSync(join(folder, 'player.html'), found.files.get('player.html') ?? '');

    const print = context.waitForEvent('page');
    await button(page, '打印关键页面（可存为 PDF）').click();
    const report = await print;
    await expect.poll(() => button(report, '打印 / 存为 PDF').isEnabled()).toBe(true);
    const sheets = report.getByRole('main').locator('section');
    await expect.poll(() => sheets.count()).toBeGreaterThanOrEqual(6);
    await report.frameLocator('.rep-large iframe >> nth=0').locator('#root').waitFor();
    // On paper nobody can ask for the rest of what a check says.
    expect(await report.locator('.rep-no .rep-text').count()).toBeGreaterThan(0);
    const cutOff = await report
      .locator('.rep-text')
      .evaluateAll((texts) =>
        texts
          .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
          .map((one) => one.textContent),
      );
    expect(cutOff).toEqual([]);
    await report.getByText('苏民安 2027　江苏省补充医疗保险（示例）', { exact: true }).waitFor();
    const pdf = await report.pdf({ preferCSSPageSize: true, printBackground: true });
    const pdfPath = picturePath('replay', 'report');
    if (pdfPath) writeFileSync(pdfPath.replace(/png$/, 'pdf'), pdf);
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const printed = await getDocument({ data: new Uint8Array(pdf) }).promise;
    expect(printed.numPages).toBe(await sheets.count());
    const words = (await (await printed.getPage(1)).getTextContent()).items.map((item) =>
      'str' in item ? item.str : '',
    );
    // Fonts name some characters by their radicals.
    expect(words.join('').normalize('NFKC').replace(/\s/g, '')).toContain('本次导出已写入存证日志');

    const offline = await stage.visit({ size: { width: 1440, height: 900 } });
    offline.expectTrouble(/Blocked script execution in '[^']*player\.html/);
    const asked: string[] = [];
    offline.context.on('request', (request) => asked.push(request.url()));
    await offline.context.setOffline(true);
    const player = pathToFileURL(join(folder, 'player.html')).href;
    await offline.page.goto(player);
    await offline.page.getByLabel('选证据包（.evidence）').setInputFiles(file);
    await offline.page.getByText(/批数据的哈希和前后链与清单一致/).waitFor();
    await offline.page
      .getByRole('button', { name: /打开“(添加|填写|参保|选)/ })
      .last()
      .click();
    const shown = offline.page.frameLocator('#stage iframe');
    await shown.locator('#root').waitFor();
    const style = await shown.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);
    expect(style).toContain('PingFang');
    // The phone's frame is filled: as much room on one side as on the other.
    const [left, right] = await offline.page.locator('.off-phone').evaluate((phone) => {
      const [frame, shown] = [phone, phone.firstElementChild as Element].map((one) => one.getBoundingClientRect());
      const inner = (frame as DOMRect).left + phone.clientLeft;
      return [(shown as DOMRect).left - inner, inner + phone.clientWidth - (shown as DOMRect).right];
    });
    expect(Math.abs((left as number) - (right as number))).toBeLessThan(2);
    await look(offline.page, 'offline');
    expect(asked).toEqual([player]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a recording made to do harm loads nothing and runs nothing', async () => {
  const { shop } = stage;
  const trace = randomUUID();
  const at = 1_780_000_000_000;
  const EVIL = 'http://evil.example';
  const element = (id: number, tagName: string, attributes: object, ...childNodes: object[]) => ({
    ...{ type: 2, id, tagName, attributes, childNodes },
  });
  const words = (id: number, textContent: string) => ({ type: 3, id, textContent });
  const body = element(
    20,
    'body',
    { onload: 'top.harmed=1', style: `background: url(${EVIL}/a.png)`, background: `${EVIL}/b.png` },
    element(21, 'img', { src: `${EVIL}/c.png`, onerror: 'top.harmed=1' }),
    element(22, 'a', { href: 'javascript:top.harmed=1' }, words(23, '按这里')),
    element(24, 'iframe', { src: `${EVIL}/d`, srcdoc: '<script>top.harmed=1</script>' }),
    {
      ...element(25, 'svg', {}, { ...element(26, 'script', {}, words(27, 'top.harmed=1')), isSVG: true }),
      isSVG: true,
    },
    element(28, 'script', { src: `${EVIL}/e.js` }, words(29, 'top.harmed=1')),
    element(30, 'video', { src: `${EVIL}/f.mp4`, poster: '/g.png' }),
    element(31, 'p', {}, words(32, '看得见的字')),
  );
  const head = element(
    10,
    'head',
    {},
    element(11, 'meta', { 'http-equiv': 'refresh', content: `0;url=${EVIL}` }),
    element(12, 'base', { href: EVIL }),
    element(13, 'style', {}, words(14, `@import "${EVIL}/h.css"; p { background: u\\72l(${EVIL}/i.png) }`)),
    element(15, 'link', { rel: 'stylesheet', href: `${EVIL}/j.css` }),
  );
  const node = { type: 0, id: 1, childNodes: [element(2, 'html', {}, head, body)] };
  const changed = { id: 21, attributes: { src: `${EVIL}/k.png`, srcset: `${EVIL}/l.png 2x`, onclick: 'top.harmed=1' } };
  const events = [
    { type: 4, timestamp: at, data: { href: EVIL, width: 375, height: 812 } },
    { type: 2, timestamp: at + 1, data: { node, initialOffset: { left: 0, top: 0 } } },
    { type: 3, timestamp: at + 500, data: { source: 0, texts: [], removes: [], adds: [], attributes: [changed] } },
    { type: 3, timestamp: at + 1_000, data: { source: 8, id: 13, adds: [{ rule: `a{background:url(${EVIL}/m)}` }] } },
  ];
  await send(shop.visitor(), batchOf(trace, 0, JSON.stringify(events), { build: 'b1' }));

  const { page, context } = await signIn('hegui01', `/recordings/${trace}`, NOTHING_RUNS);
  await page.getByRole('heading', { name: '过程' }).waitFor();
  await picture(page).getByText('看得见的字').waitFor();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await page.getByRole('slider', { name: '回放进度' }).press('End');
  await picture(page).getByText('按这里').dispatchEvent('click');
  await button(page, '播放').click();
  await button(page, '播放').waitFor();
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  expect(page.frames()).toHaveLength(3);
});
