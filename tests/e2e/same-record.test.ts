import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { slimRecorder } from '../../apps/storefront/vite/slim-recorder-plugin.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const STOREFRONT = join(import.meta.dirname, '..', '..', 'apps', 'storefront');
const library = createRequire(join(STOREFRONT, 'package.json')).resolve('@rrweb/record');

/** The library as its package brings it, and as the shop has it, as scripts that leave `name` behind. */
const asItIs = () => readFileSync(join(dirname(library), 'record.umd.min.cjs'), 'utf8');
async function asOurs(name: string): Promise<string> {
  const built = await build({
    root: STOREFRONT,
    configFile: false,
    logLevel: 'silent',
    plugins: [slimRecorder()],
    build: {
      write: false,
      minify: false,
      lib: { entry: join(dirname(library), 'record.js'), formats: ['iife'], name },
    },
  });
  const [{ output }] = [built].flat() as unknown as [{ output: { code?: string }[] }];
  return output[0]?.code ?? '';
}

/** Something of everything that a page of ours may have. */
const SAMPLE = `<!doctype html>
<html lang="zh-CN" class="plain">
  <head>
    <meta charset="utf-8"> <meta name="description" content="x"> <meta name="viewport" content="width=device-width">
    <title>Sample</title>
    <link rel="icon" href="/icon.png">
    <style>.tall { height: 40px; overflow: scroll; }</style>
    <script>window.told = 1;</script>
  </head>
  <body style="margin: 0px">
    <!-- said to nobody -->
    <p data-pii>林梅 <b>320106</b></p>
    <p>Open <span data-pii>13900000000</span> to all</p>
    <form action="/x"><input name="tagName" value="a"><input type="radio" name="r" value="1" checked>
      <input type="checkbox" value="on"><input type="password" value="never"><input data-never-recorded value="000000">
      <select><option>one</option><option selected>two</option></select><textarea>long</textarea>
      <button type="submit" value="go">Go</button></form>
    <div class="tall" id="tall"><div style="height: 400px">high</div></div>
    <svg viewBox="0 0 8 8"><use href="#a"></use><path d="M0 0h8v8z"/></svg>
    <img src="/icon.png" srcset="/icon.png 1x, /icon.png 2x" alt="">
    <img src="data:image/jpeg;base64,AA==" width="20" height="10" class="photo" alt="">
    <dialog open>Said</dialog><a href="#/orders">Orders</a><noscript>No</noscript>
  </body>
</html>`;

type Recording = (options: object) => () => void;
interface Told {
  readonly type: number;
  readonly data: { readonly source?: number; readonly text?: string; readonly isChecked?: boolean };
}

test('the shop writes pages and what changes in them down as the library does', async () => {
  const { page } = await stage.visit();
  await page.route('**/sample', (route) => route.fulfill({ contentType: 'text/html', body: SAMPLE }));
  await page.route('**/icon.png', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await page.goto(`${stage.shop.origin}/sample`);
  await page.evaluate(asItIs());
  await page.addScriptTag({ content: await asOurs('ours') });
  const [plain, ours] = await page.evaluate(async () => {
    const libraries = window as unknown as Record<
      'rrwebRecord' | 'ours',
      { record: Recording & { takeFullSnapshot(checkout: boolean): void } }
    >;
    const recordings = [libraries.rrwebRecord.record, libraries.ours.record];
    const told: Told[][] = recordings.map(() => []);
    const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 50));
    const one = <E extends Element>(selector: string) => document.querySelector<E>(selector) as E;
    one('#tall').scrollTop = 30;
    for (const [at, record] of recordings.entries()) {
      record({
        emit: (event: Told) => told[at]?.push(JSON.parse(JSON.stringify(event))),
        slimDOMOptions: 'all',
        inlineStylesheet: false,
        blockSelector:
          'canvas, video, img[src^="blob:"], img[src^="data:image/jpeg"], [data-never-recorded]:not(input)',
        maskTextSelector: '[data-pii]',
        maskInputOptions: { text: true, textarea: true, input: true },
        maskTextFn: (text: string, element: Element | null) => `(${element?.tagName} ${text.length})`,
        maskInputFn: (text: string, element: Element) => `<${element.tagName} ${text.length}>`,
      });
    }
    await settled();
    const added = document.createElement('section');
    added.innerHTML = `<style>.new { color: red; }</style><p data-pii>周 <i>明</i></p><input value="typed" checked>
      <textarea>more</textarea><img src="data:image/jpeg;base64,BB==" class="photo" alt=""><!-- nor this --><svg><g><path d="M1 1"/></g></svg>`;
    one('body').append(added);
    await settled();
    one('[data-pii]').append(document.createTextNode('another'), document.createElement('b'));
    one('span').textContent = 'changed';
    one('a').setAttribute('href', '/else');
    one<HTMLElement>('.tall').style.height = '60px';
    one('form').prepend(one('textarea'));
    await settled();
    one('svg').remove();
    one<HTMLInputElement>('input').value = 'later';
    await settled();
    for (const record of recordings) record.takeFullSnapshot(true);
    return told;
  });
  const seen = (events: readonly Told[] | undefined) => events?.map(({ type, data }) => ({ type, data }));
  expect(seen(plain)?.filter(({ type }) => type === 2)).toHaveLength(2);
  expect(seen(plain)?.filter(({ type, data }) => type === 3 && data.source === 0).length).toBeGreaterThanOrEqual(3);
  expect(seen(ours)).toEqual(seen(plain));
});

test('the shop tells once what React writes more than once, and only of what was chosen that it is no more', async () => {
  const { page } = await stage.visit();
  const body = '<!doctype html><title>Fields</title><form><input id="typed" name="name"></form>';
  await page.route('**/fields', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${stage.shop.origin}/fields`);
  await page.addScriptTag({ content: await asOurs('ours') });
  const [atFirst, added, typed, chosen, again] = await page.evaluate(async () => {
    const { record } = (window as unknown as Record<'ours', { record: Recording }>).ours;
    let told: Told[] = [];
    record({ emit: (event: Told) => told.push(JSON.parse(JSON.stringify(event))) });
    const since = async (): Promise<Told[]> => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const taken = told;
      told = [];
      return taken;
    };
    const atFirst = await since();
    const choices = ['a', 'b', 'c'].map((value) => {
      const choice = document.createElement('input');
      choice.type = 'radio';
      choice.name = 'choice';
      choice.value = value;
      choice.checked = value === 'a';
      return choice;
    });
    document.querySelector('form')?.append(...choices);
    const added = await since();
    const field = document.querySelector('input') as HTMLInputElement;
    field.value = 'x';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.setAttribute('value', 'x');
    field.setAttribute('name', '');
    field.setAttribute('name', 'name');
    const typed = await since();
    choices[1]?.click();
    const chosen = await since();
    choices[2]?.click();
    return [atFirst, added, typed, chosen, await since()];
  });
  const inputs = (events: readonly Told[] | undefined) =>
    events?.flatMap(({ data: { source, text, isChecked } }) => (source === 5 ? [[text, isChecked]] : []));
  const changes = (events: readonly Told[] | undefined) => events?.filter(({ data }) => data.source === 0);
  expect(atFirst?.some(({ type }) => type === 2)).toBe(true);
  expect(inputs(added)).toEqual([]);
  const written = JSON.stringify(changes(added));
  for (const value of ['a', 'b', 'c']) expect(written).toContain(`"value":"${value}"`);
  expect(written.match(/"checked":true/g)).toHaveLength(1);
  expect(inputs(typed)).toEqual([['x', false]]);
  expect(changes(typed)).toEqual([]);
  expect(inputs(chosen)).toEqual([['b', true]]);
  expect(inputs(again)).toEqual([
    ['c', true],
    ['b', false],
  ]);
});
