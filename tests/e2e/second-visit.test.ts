import { expect, test } from 'vitest';
import { heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('a second visit begins with the page of the first, and reloading asks for the present one', async () => {
  const visit = await stage.visit();
  const { page, context } = visit;
  visit.expectTrouble(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await visit.open();
  await heading(page, /苏民安/).waitFor();
  const kept = () =>
    page.evaluate(async () =>
      (await (await caches.open('landing-1')).keys()).map(({ url }) => new URL(url).pathname).sort(),
    );
  const named = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('script[type="module"]')].map(({ src }) => new URL(src).pathname),
  );
  await expect.poll(kept).toEqual(['/', ...named].sort());

  await context.setOffline(true);
  await page.goto('about:blank');
  await visit.open('?shareCode=SC9');
  await heading(page, /苏民安/).waitFor();
  // Its scripts came along too: the address was put right.
  await page.waitForURL(/#\/index\?.*shareCode=SC9/);
  // Reloading asks for the present page; without a network the kept one is better than none.
  await page.reload();
  await heading(page, /苏民安/).waitFor();
  await context.setOffline(false);
  await visit.open();
  await heading(page, /苏民安/).waitFor();
});

/** Lets the page start, but not draw: whatever waits for its turn waits until `drawNow` is called. */
function holdDrawing(): void {
  const { postMessage } = MessagePort.prototype;
  const held: (() => void)[] = [];
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    held.push(() => postMessage.call(this, message));
  };
  (window as { drawNow?: () => void }).drawNow = () => {
    MessagePort.prototype.postMessage = postMessage;
    for (const goOn of held) goOn();
  };
}

test('a tap before the page has been taken over leads to its screen, on the markup that is there', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  await page.addInitScript(holdDrawing);
  await visit.open();
  await page.waitForFunction(() => history.state?.visitKey);
  const first = await page.evaluate(() => history.state.visitKey);
  const [answer] = await Promise.all([
    page.waitForResponse(/agreement-page-.*\.js$/),
    page.evaluate(() => {
      location.hash = '#/agreement';
    }),
  ]);
  await answer.finished();
  await page.waitForFunction((key) => history.state?.visitKey && history.state.visitKey !== key, first);
  await page.evaluate(() => (window as { drawNow?: () => void }).drawNow?.());
  await heading(page, '相关协议').waitFor();
  await page.goBack();
  await heading(page, /苏民安/).waitFor();
});
