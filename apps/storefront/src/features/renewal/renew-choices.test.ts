import type { MemberViewValue } from '@huimin/contract';
import { describe, expect, test } from 'vitest';
import { dataOf, differenceText, isChecked, NOT_AGAIN, sumOf } from './renew-choices.ts';

const plans = [
  { planCode: 'basic', premiumFen: 15_800 },
  { planCode: 'plus', premiumFen: 25_800 },
];
const person = (policyNo: string, state: 'insurable' | 'insured' = 'insurable') => ({
  policyNo,
  state,
  choices: plans,
});

describe('choices', () => {
  const people = [person('A'), person('B'), person('C', 'insured')];
  test('are made by nobody but the payer, and each is asked for', () => {
    expect(sumOf(people, {})).toEqual({ undecided: 2, chosen: [], totalFen: 0, planCode: null, isMixed: false });
    expect(sumOf(people, { A: 'basic', B: NOT_AGAIN })).toEqual({
      ...{ undecided: 0, chosen: ['A'], totalFen: 15_800, planCode: 'basic', isMixed: false },
    });
  });
  test('of two plans do not make one order; who is covered is left out', () => {
    expect(sumOf(people, { A: 'basic', B: 'plus', C: 'plus' })).toMatchObject({ isMixed: true, chosen: ['A', 'B'] });
    expect(sumOf(people, { A: 'gone' })).toMatchObject({ undecided: 1, chosen: [] });
  });
  test('say what differs in price', () => {
    expect(differenceText(0)).toBe('');
    expect(differenceText(2_000)).toBe('，比上次多 20.00 元');
    expect(differenceText(-2_000)).toBe('，比上次少 20.00 元');
  });
});

describe('data that is asked again', () => {
  const member: MemberViewValue = {
    memberId: '1',
    relationship: '03',
    relationshipNote: null,
    name: '王小明',
    idType: '01',
    idNumberMasked: '320***123',
    phoneMasked: null,
    sex: 'm',
    birthDate: '2015-01-01',
    adult: false,
    regionCode: '320500',
    regionText: '苏州',
    medicalType: null,
    missing: [],
    state: 'insurable',
  };
  const seen = dataOf(member);
  const moved = { ...member, regionCode: '320100' };
  test('counts as looked at when it is said to be the same, or was put right', () => {
    expect(isChecked(member, undefined)).toBe(false);
    expect(isChecked(member, { answer: 'same', seen })).toBe(true);
    expect(isChecked(moved, { answer: 'same', seen })).toBe(false);
    expect(isChecked(member, { answer: 'changed', seen })).toBe(false);
    expect(isChecked(moved, { answer: 'changed', seen })).toBe(true);
    expect(isChecked({ ...member, missing: ['phone'] }, { answer: 'same', seen })).toBe(false);
  });
});
