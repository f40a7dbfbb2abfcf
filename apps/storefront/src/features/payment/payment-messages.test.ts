import { expect, test } from 'vitest';
import { PAY_ERROR_MESSAGES, PAYMENT_STATE_MESSAGES, payErrorReason } from './payment-messages.ts';

const INVITES_TO_PAY = /再付一次|重新付款|重新支付|换一种/;

test.each(Object.entries(PAYMENT_STATE_MESSAGES))(
  '%s invites to pay again only where nothing was charged',
  (state, said) => {
    expect(said.mayPayAgain).toBe(state === 'unpaid');
    expect(INVITES_TO_PAY.test(said.text)).toBe(said.mayPayAgain);
  },
);

test.each(['confirming', 'told-later', 'unanswered'] as const)(
  '%s warns of paying twice and claims no result',
  (state) => {
    const { title, text } = PAYMENT_STATE_MESSAGES[state];
    expect(title + text).toMatch(/(不要|请勿)重复(付款|支付)/);
    expect(title + text).not.toMatch(/没有扣款|失败|成功/);
  },
);

test.each(['unpaid', 'closed'] as const)('%s says that nothing was charged', (state) => {
  expect(PAYMENT_STATE_MESSAGES[state].text).toContain('没有扣款');
});

test('a text message is spoken of only where the server has promised one', () => {
  const said = Object.entries(PAYMENT_STATE_MESSAGES).filter(([, { text }]) => text.includes('短信'));
  expect(said.map(([state]) => state)).toEqual(['told-later']);
});

test('an address never says whether money moved', () => {
  for (const { title, text } of Object.values(PAY_ERROR_MESSAGES)) expect(title + text).not.toMatch(/扣款|扣了/);
});

test('no message speaks in codes or exclamations', () => {
  const all = [...Object.values(PAYMENT_STATE_MESSAGES), ...Object.values(PAY_ERROR_MESSAGES)];
  for (const { title, text } of all) expect(title + text).not.toMatch(/[!！]|[A-Z]{3,}|\d{5,}/);
});

test.each([
  ['browser', 'browser'],
  ['window', 'window'],
  ['limit', 'limit'],
  ['toString', 'unknown'],
  ['', 'unknown'],
  [null, 'unknown'],
])('reason %s is %s', (text, reason) => {
  expect(payErrorReason(text)).toBe(reason);
});
