import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signText, wbfaceSign } from './sign.ts';

type Sample = { fields: Record<string, string>; ticket: { value: string }; string_to_sign: string; sign: string };

const { cases }: { cases: Sample[] } = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/tencent-wbface.json', import.meta.url), 'utf8'),
);

test.each(cases)('$name', (sample) => {
  const values = [...Object.values(sample.fields), sample.ticket.value];
  expect(signText(values)).toBe(sample.string_to_sign);
  expect(wbfaceSign(values)).toBe(sample.sign);
  const [first = '', ...rest] = values;
  const flipped = String.fromCharCode(first.charCodeAt(0) ^ 1) + first.slice(1);
  expect(wbfaceSign([flipped, ...rest])).not.toBe(sample.sign);
});
