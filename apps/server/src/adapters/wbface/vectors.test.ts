import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wbfaceSign, wbfaceSignText } from './sign.ts';

interface Vector {
  readonly name: string;
  readonly fields: Record<string, string>;
  readonly ticket: { readonly value: string };
  readonly values_sorted: string[];
  readonly string_to_sign: string;
  readonly sign: string;
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../../tests/vectors/providers/tencent-wbface.json', import.meta.url), 'utf8'),
) as { cases: Vector[] };

describe.each(cases)('$name', (vector) => {
  const values = [...Object.values(vector.fields), vector.ticket.value];

  test('is signed as the example file has it', () => {
    expect(wbfaceSignText(values)).toBe(vector.string_to_sign);
    expect(wbfaceSign([...values].reverse())).toBe(vector.sign);
  });

  test('one changed character anywhere gives another sign', () => {
    for (const index of values.keys()) {
      const changed = values.with(index, `${values[index]?.slice(0, -1)}~`);
      expect(wbfaceSign(changed)).not.toBe(vector.sign);
    }
  });
});
