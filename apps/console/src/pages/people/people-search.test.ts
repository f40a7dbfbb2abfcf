import { expect, it } from 'vitest';
import { searchOf, type Typed } from './people-search.ts';

const NOTHING: Typed = { name: '', number: '', phoneTail: '', policyNo: '', year: null };
const search = (typed: Partial<Typed>) => searchOf({ ...NOTHING, ...typed });

it('takes an end of the number with a name, three characters or as many as somebody says', () => {
  for (const tail of ['02x', '002x', '16002x']) {
    expect(search({ name: ' 林梅 ', number: tail })).toEqual({ name: '林梅', idTail: tail.toUpperCase() });
  }
  expect(search({ number: '02X' })).toContain('请填姓名');
  expect(search({ number: '002X' })).toBe('证件号请填后 3 位，或填整号');
});

it('takes a whole number as it was pasted, under the kind of card that it is of', () => {
  for (const number of ['32010619880316002X', '320106 19880316 002x', '320106-19880316-002X']) {
    expect(search({ number })).toEqual({ idType: '01', idNumber: '32010619880316002X' });
  }
  expect(search({ number: '830000199201300022' })).toEqual({ idType: '08', idNumber: '830000199201300022' });
  expect(search({ number: 'e12345678' })).toEqual({ idType: '02', idNumber: 'E12345678' });
});

it('takes the end of a phone that was pasted whole, not its beginning', () => {
  for (const phoneTail of ['1721', '19000101721', '+86 190 0010 1721']) {
    expect(search({ name: '林', number: '02X', phoneTail })).toEqual({ name: '林', idTail: '02X', phoneTail: '1721' });
  }
  expect(search({ name: '林', number: '02X', phoneTail: '721' })).toContain('手机号请填后 4 位');
});

it('says what stands in the wrong field or lacks something, before a look is counted', () => {
  expect(search({ number: '19000101721' })).toContain('这是手机号');
  expect(search({ number: '3201061988031600' })).toContain('身份证号应为 18 位，现在是 16 位');
  expect(search({ number: '320106198803160021' })).toContain('身份证号');
  expect(search({ policyNo: 'JS0915204921374619337' })).toContain('这是订单号');
  expect(search({ policyNo: '12345' })).toContain('保单号不对');
  expect(search({ policyNo: ' 保单号：sma0915 20492137461933701' })).toEqual({ policyNo: 'SMA091520492137461933701' });
});
