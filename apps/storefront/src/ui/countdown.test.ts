import { expect, it } from 'vitest';
import { clockText } from './countdown.tsx';

it.each([
  [1_800_000, '30:00'],
  [1_799_999, '30:00'],
  [1_785_000, '29:45'],
  [3_600_000, '1:00:00'],
  [1, '00:01'],
  [0, '00:00'],
  [-5_000, '00:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
