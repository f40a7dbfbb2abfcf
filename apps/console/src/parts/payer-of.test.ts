import { expect, it } from 'vitest';
import { NOBODY, payerOf } from './payer-of.ts';

it('reads a phone or a card in every form in which callers’ numbers are pasted', () => {
  for (const typed of ['19000101721', '190 0010 1721', '+86 190-0010-1721', '8619000101721']) {
    expect([typed, payerOf(typed)]).toEqual([typed, { phone: '19000101721' }]);
  }
  for (const typed of [
    '32010619880316002x',
    '320106 19880316 002X',
    '320106-19880316-002X',
    '３２０１０６19880316002X',
  ]) {
    const number = typed.slice(-1) === 'x' ? typed.toUpperCase() : '32010619880316002X';
    const payer = payerOf(typed);
    expect(typeof payer === 'string' ? payer : payer.idNumber).toBe(number);
  }
  expect(payerOf('  ')).toBe(NOBODY);
});

it('looks for a card under the kind that it is of, and for a passport as one', () => {
  expect(payerOf('830000199201300022')).toEqual({ idType: '08', idNumber: '830000199201300022' });
  expect(payerOf('e12345678')).toEqual({ idType: '02', idNumber: 'E12345678' });
});

it('says what is missing of a number instead of looking for nobody', () => {
  for (const typed of ['1721', '002X', '林梅', '阿依古丽·买买提'])
    expect(payerOf(typed)).toContain('只有姓名或后几位查不到');
  expect(payerOf('1900010172')).toBe('手机号应为 11 位，现在是 10 位。请补全');
  expect(payerOf('3201061988031600')).toContain('16');
  expect(payerOf('320106198803160021')).toContain('身份证号');
});
