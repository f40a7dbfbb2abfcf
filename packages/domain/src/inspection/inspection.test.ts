import { describe, expect, test } from 'vitest';
import { indicatorStanding, type SampleFacts, sampleVerdict } from './index.ts';

describe('an indicator', () => {
  test.each([
    ['dwellMedianMs', 20_000, 'good'],
    ['dwellMedianMs', 19_999, 'warn'],
    ['shortDwellShare', 0.03, 'good'],
    ['shortDwellShare', 0.0301, 'warn'],
    ['complaintsPerTenThousand', 2.1, 'warn'],
    ['completeShare', 0.995, 'good'],
    ['completeShare', 0.9949, 'warn'],
    ['completeShare', null, 'none'],
  ] as const)('%s of %s is %s', (name, value, standing) => {
    expect(indicatorStanding(name, value)).toBe(standing);
  });
});

test.each<[SampleFacts, ReturnType<typeof sampleVerdict>]>([
  [{ bound: null, isSealed: false, checked: null }, 'no-page'],
  [{ bound: 'unrecorded', isSealed: false, checked: null }, 'unrecorded'],
  [{ bound: 'foreign', isSealed: true, checked: 'intact' }, 'unrecorded'],
  [{ bound: 'bound', isSealed: false, checked: null }, 'unsealed'],
  [{ bound: 'bound', isSealed: true, checked: null }, 'unchecked'],
  [{ bound: 'bound', isSealed: true, checked: 'intact' }, 'intact'],
  [{ bound: 'bound', isSealed: true, checked: 'intact-with-gaps' }, 'gaps'],
  [{ bound: 'bound', isSealed: true, checked: 'altered' }, 'altered'],
  [{ bound: 'bound', isSealed: true, checked: 'erased-by-rule' }, 'erased'],
])('of %j is said %s', (facts, verdict) => {
  expect(sampleVerdict(facts)).toBe(verdict);
});
