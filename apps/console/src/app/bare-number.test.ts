import { expect, it } from 'vitest';
import { bareNumber } from './bare-number.ts';
import { isPersonalNumber, keptOutOfAddress } from './personal-number.ts';

it('reads a number out of what was copied with it', () => {
  for (const typed of [
    'JS0915204921374619337',
    '  JS0915204921374619337\n',
    'JS0915 2049 2137 4619 337',
    '订单号：JS0915204921374619337',
    '订单号 JS0915204921374619337。',
    '\u200BJS0915204921374619337\u200B',
    'ＪＳ0915204921374619337',
  ]) {
    expect([typed, bareNumber(typed)]).toEqual([typed, 'JS0915204921374619337']);
  }
});

it('leaves alone what is no number', () => {
  for (const text of ['退款审核', '林梅', '', 'a b，c', '通知 2027.01.01'])
    expect(bareNumber(text)).toBe(text.normalize('NFKC'));
});

it('knows somebody’s own number however it is written, so that it comes into no address', () => {
  for (const typed of [
    '19000101721',
    '190 0010 1721',
    '190-0010-1721',
    '+86 190 0010 1721',
    '8619000101721',
    '32010619880316002x',
    '320106 19880316 002X',
    '320106-19880316-002X',
    '320106880316002',
  ]) {
    expect([typed, isPersonalNumber(typed)]).toEqual([typed, true]);
  }
  for (const text of ['JS0915204921374619337', '4200001234567890', '1721', ''])
    expect(isPersonalNumber(text)).toBe(false);
});

it('keeps somebody’s number out of the searches whose words stand in the address, and a company’s not', () => {
  for (const typed of ['19000101721', '+86 190-0010-1721', '320106 19880316 002x']) {
    expect([typed, keptOutOfAddress(typed)]).toEqual([typed, expect.stringContaining('按编号查')]);
  }
  for (const text of ['913205940000000001', 'kefu01', 'JS0915204921374619337', '1721', '']) {
    expect([text, keptOutOfAddress(text)]).toEqual([text, null]);
  }
});
