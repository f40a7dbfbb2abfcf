import { CITIES, SUZHOU_DISTRICTS } from '@huimin/domain/region';
import { describe, expect, it } from 'vitest';
import { choiceOf, choiceProblem, chooseCity, codeOfChoice, textOfChoice } from './region-choice.ts';

const nothing = choiceOf(null);

describe('choosing a region', () => {
  it('asks for a choice first', () => {
    expect(choiceProblem(nothing)).toBe('请先选择医保所在地');
    expect(codeOfChoice(nothing)).toBeNull();
    expect(textOfChoice(nothing)).toBeNull();
  });

  it('takes a city other than Suzhou as it is', () => {
    const choice = chooseCity(nothing, '320100');
    expect(choiceProblem(choice)).toBeNull();
    expect(codeOfChoice(choice)).toBe('320100');
    expect(textOfChoice(choice)).toBe('南京');
  });

  it('asks for the district of Suzhou', () => {
    const choice = chooseCity(nothing, '320500');
    expect(choiceProblem(choice)).toBe('请再选苏州的区、县级市');
    expect(codeOfChoice(choice)).toBeNull();
    expect(textOfChoice({ ...choice, district: '320540' })).toBe('苏州 - 工业园区');
  });

  it('forgets the district when another city is chosen, and keeps it when the same one is', () => {
    const park = choiceOf('320540');
    expect(chooseCity(park, '320500')).toEqual(park);
    expect(chooseCity(chooseCity(park, '320100'), '320500').district).toBeNull();
  });

  it('finds every offered place again from its code', () => {
    for (const { code } of [...CITIES, ...SUZHOU_DISTRICTS]) expect(codeOfChoice(choiceOf(code))).toBe(code);
  });

  it('starts with nothing for a code of elsewhere', () => {
    expect(choiceOf('110000')).toEqual(nothing);
    expect(choiceOf('320584').district).toBeNull();
  });
});
