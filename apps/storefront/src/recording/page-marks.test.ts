// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deviceSignal } from './device-signal.ts';
import { watchMarks } from './page-marks.ts';

let marks: [string, Record<string, unknown>][];
let stop: () => void;
beforeEach(() => {
  marks = [];
  stop = watchMarks(document, (tag, payload) => void marks.push([tag, payload as Record<string, unknown>]));
});
afterEach(() => stop());

const show = (html: string) => {
  document.body.innerHTML = html;
};
const press = (selector: string) =>
  document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));

test('a tap is told by its label, without what it shows of a person', () => {
  show(`<button id="pay"><b>去付款</b> <i>¥158</i></button>
    <a href="#/x"><span data-pii>林梅</span>的订单</a>
    <button aria-label="关闭"><svg></svg></button><p id="nothing">字</p>`);
  for (const pressed of ['b', 'a span', 'svg', '#nothing']) press(pressed);
  expect(marks).toEqual([
    ['tap', { id: '去付款 ¥158' }],
    ['tap', { id: '…的订单' }],
    ['tap', { id: '关闭' }],
  ]);
});

test('a consent is told with the words that stood at it; other boxes are none', () => {
  show(`<label class="agree"><input id="yes" type="checkbox"><span>我已读完
    并同意</span></label><label><input id="no" type="checkbox">其他</label>`);
  for (const id of ['yes', 'no']) {
    const box = document.getElementById(id) as HTMLInputElement;
    box.checked = true;
    box.dispatchEvent(new Event('change', { bubbles: true }));
  }
  const textSha256 = createHash('sha256').update('我已读完 并同意').digest('hex');
  expect(marks).toEqual([['consent', { id: 'yes', textSha256, checked: true }]]);
});

test('a field that is left is told as right or wrong by what the page says a moment later, and never what is in it', async () => {
  show('<input id="phone" value="13812345678"><input value="nameless">');
  for (const field of Array.from(document.querySelectorAll('input'))) {
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }
  document.getElementById('phone')?.setAttribute('aria-invalid', 'true');
  await expect.poll(() => marks).toEqual([['field', { id: 'phone', valid: false }]]);
});

test('the device is told in plain facts of its kind', async () => {
  const facts = (await deviceSignal(window)) as Record<string, unknown>;
  expect(Object.keys(facts).sort()).toEqual(
    // biome-ignore format: one list
    ['cookies', 'cores', 'depth', 'height', 'languages', 'offsetMinutes', 'platform', 'quotaMb', 'ratio', 'storage',
      'timeZone', 'touchPoints', 'webdriver', 'width'],
  );
});
