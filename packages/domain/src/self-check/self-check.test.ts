import { expect, test } from 'vitest';
import { readSelfCheck, SELF_CHECKS, type SelfCheckResult, selfCheckCode } from './index.ts';

const result = (state: 'ok' | 'warn' | 'unknown', more: Partial<SelfCheckResult> = {}): SelfCheckResult => ({
  channel: 'wechat',
  states: Object.fromEntries(SELF_CHECKS.map((name) => [name, state])) as SelfCheckResult['states'],
  day: 22,
  ...more,
});
const some = [
  result('ok'),
  result('warn'),
  result('unknown', { day: 31, channel: 'in-app' }),
  result('ok', { day: 1, channel: 'plain' }),
];

test('a code says again what was found', () => {
  for (const one of some) {
    const code = selfCheckCode(one);
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{6}$/);
    expect(readSelfCheck(` ${code.slice(0, 3)} ${code.slice(3)} `.toLowerCase())).toEqual({
      kind: 'result',
      result: one,
    });
  }
});

test('a misheard character, and two that are swapped, are noticed', () => {
  let missed = 0;
  let tried = 0;
  for (const code of some.map(selfCheckCode)) {
    for (let at = 0; at < code.length; at += 1) {
      for (const sign of '23456789ABCDEFGHJKMNPQRSTVWXYZ') {
        if (sign === code[at]) continue;
        tried += 1;
        if (readSelfCheck(code.slice(0, at) + sign + code.slice(at + 1)).kind === 'result') missed += 1;
      }
      const swapped = code.slice(0, at) + (code[at + 1] ?? '') + (code[at] ?? '') + code.slice(at + 2);
      if (swapped !== code && readSelfCheck(swapped).kind === 'result') missed += 1;
    }
  }
  expect(tried).toBeGreaterThan(600);
  expect(missed).toBe(0);
  for (const text of ['', '2222', 'O0O0O0', '222222222']) expect(readSelfCheck(text).kind).toBe('wrong');
});
