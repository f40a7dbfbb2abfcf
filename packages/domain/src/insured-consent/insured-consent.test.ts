import { describe, expect, test } from 'vitest';
import { statusTableProblems } from '../status/index.ts';
import { type AskedPerson, INSURED_CONSENT_TABLE, payerOf, whyNotAsked } from './index.ts';

const NOW = Date.parse('2026-11-20T10:00:00+08:00');
const MOTHER: AskedPerson = { relationship: '02', birthDate: '1958-04-02', phone: 'another', asks: 0 };

test('the table is sound', () => expect(statusTableProblems(INSURED_CONSENT_TABLE)).toEqual([]));

describe('who is asked', () => {
  test('a grown-up with a phone of their own, three times at most', () => {
    expect(whyNotAsked(MOTHER, NOW)).toBeNull();
    expect(whyNotAsked({ ...MOTHER, relationship: '05', asks: 2 }, NOW)).toBeNull();
    expect(whyNotAsked({ ...MOTHER, asks: 3 }, NOW)).toContain('3 次');
  });

  test.each([
    ['the payer', { ...MOTHER, relationship: '00' }, '本人下的单'],
    ['a child, until the eighteenth birthday', { ...MOTHER, birthDate: '2008-11-21' }, '监护人'],
    ['nobody without a phone', { ...MOTHER, phone: 'none' as const }, '没有留手机号'],
    ['nobody by the phone of the payer', { ...MOTHER, phone: 'own' as const }, '您自己的手机号'],
  ])('not %s', (_, person, words) => expect(whyNotAsked(person, NOW)).toContain(words));

  test('who turns eighteen today is asked', () => {
    expect(whyNotAsked({ ...MOTHER, birthDate: '2008-11-20' }, NOW)).toBeNull();
  });
});

test('the payer is named as the insured would', () => {
  expect(['01', '02', '03', '05', ''].map(payerOf)).toEqual(['您的配偶', '您的子女', '您的父母', '您的亲属', '投保人']);
});
