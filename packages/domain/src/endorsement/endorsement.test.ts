import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import { labelMapOf, statusTableProblems } from '../status/index.ts';
import {
  CHANGE_FIELDS,
  CHANGE_STATUS_TABLE,
  type ChangeEvent,
  type ChangeField,
  type ChangePhase,
  type ChangeStatus,
  type Correction,
  changeFieldLabel,
  changePhaseAt,
  changeReasonLabel,
  decideChange,
  maskedValue,
  measureCorrection,
  nextChangeStatus,
  shownChangeStatus,
  shownItem,
  wholeValue,
} from './index.ts';

const edition = {
  insureStart: '2026-01-01',
  insureEnd: '2026-12-20 23:59:59',
  underwriteEnd: '2026-12-31 23:59:59',
  underwriteComplete: false,
  validDate: '2027-01-01',
  invalidDate: '2027-12-31',
};

describe('status', () => {
  test('the table is sound and says what residents read', () => {
    expect(statusTableProblems(CHANGE_STATUS_TABLE)).toEqual([]);
    expect(Object.values(labelMapOf(CHANGE_STATUS_TABLE))).toEqual([
      '待提交',
      '待审核',
      '补充材料',
      '已通过',
      '已驳回',
      '已撤销',
    ]);
    expect(shownChangeStatus('ODD')).toEqual({ label: 'ODD', tone: 'neutral' });
  });

  test('whatever happens in whatever order, what is decided stays decided', () => {
    const events = [...new Set(CHANGE_STATUS_TABLE.rows.map(([, , event]) => event))];
    const final: readonly ChangeStatus[] = ['APPROVED', 'REJECTED', 'WITHDRAWN'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom<ChangeEvent>(...events)), (happened) => {
        let status: ChangeStatus = 'DRAFT';
        for (const event of happened) {
          const next = nextChangeStatus(status, event);
          if (final.includes(status) && next !== null) return false;
          status = next ?? status;
        }
        return true;
      }),
    );
  });
});

describe('when', () => {
  test.each<[string, ChangePhase]>([
    ['2026-06-01', 'selling'],
    ['2026-12-20 23:59:59', 'selling'],
    ['2026-12-21', 'listed'],
    ['2026-12-31 23:59:59', 'listed'],
    ['2027-01-01', 'covered'],
    ['2027-12-31 23:59:59', 'covered'],
    ['2028-01-01', 'ended'],
  ])('%s is %s', (now, phase) => {
    expect(changePhaseAt(edition, beijingMs(now))).toBe(phase);
  });
});

describe('how a change goes on', () => {
  const way = (fields: ChangeField[], phase: ChangePhase, correction: Correction | null = null, isProven = false) =>
    decideChange({ fields, correction, isProven }, phase).way;

  test.each<[ChangeField[], ChangePhase, Correction | null, boolean, string]>([
    [['phone', 'email', 'address'], 'selling', null, false, 'at-once'],
    [['phone'], 'listed', null, false, 'at-once'],
    [['phone'], 'covered', null, false, 'at-once'],
    [['phone'], 'ended', null, false, 'at-once'],
    [['regionCode'], 'selling', null, false, 'at-once'],
    [['regionCode'], 'listed', null, false, 'review'],
    [['regionCode'], 'covered', null, false, 'review'],
    [['regionCode'], 'ended', null, false, 'refused'],
    [['name'], 'selling', 'small', true, 'at-once'],
    [['name'], 'selling', 'small', false, 'review'],
    [['name', 'idNumber'], 'selling', 'large', true, 'review'],
    [['idNumber'], 'listed', 'small', true, 'review'],
    [['idNumber'], 'covered', 'small', true, 'review'],
    [['idNumber'], 'ended', 'small', true, 'refused'],
    [['name', 'idNumber'], 'selling', 'another-person', true, 'refused'],
    [['phone', 'name'], 'selling', 'small', false, 'review'],
  ])('%s, %s, %s, proven %s: %s', (fields, phase, correction, isProven, expected) => {
    expect(way(fields, phase, correction, isProven)).toBe(expected);
  });

  test('an identity never changes without a person once the lists are out, nor at all once cover is over', () => {
    const identity = CHANGE_FIELDS.filter((row) => row.class === 'identity').map((row) => row.field);
    for (const field of identity) {
      for (const correction of ['small', 'large'] as const) {
        expect(way([field], 'listed', correction, true)).toBe('review');
        expect(way([field], 'covered', correction, true)).toBe('review');
        expect(way([field], 'ended', correction, true)).toBe('refused');
      }
    }
  });

  test('why a person has to look is always said', () => {
    for (const phase of ['selling', 'listed', 'covered', 'ended'] as const) {
      const decision = decideChange({ fields: ['idNumber'], correction: 'large', isProven: false }, phase);
      expect(decision.way === 'at-once' ? '' : decision.why).not.toBe('');
    }
  });
});

describe('a correction, not another person', () => {
  const card = (name: string, idNumber: string) => ({
    name,
    idType: '01',
    idNumber,
    birthDate: `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`,
    sex: Number(idNumber[16]) % 2 === 1 ? 'm' : 'f',
  });
  // Sequences 002 and 004 of one day; 2019-06-01 and 2019-06-10; neighbours changed over.
  const mei = card('林梅', '320106198803160024');
  test.each([
    ['nothing', mei, mei, 'none'],
    ['one character of the name', mei, card('林美', mei.idNumber), 'small'],
    ['a character left out', card('陈小安', mei.idNumber), card('陈安', mei.idNumber), 'small'],
    ['a dot put in', card('买买提吐尔逊', mei.idNumber), card('买买提·吐尔逊', mei.idNumber), 'small'],
    ['a character put before it', mei, card('小林梅', mei.idNumber), 'small'],
    ['two characters of the name', mei, card('林美丽', mei.idNumber), 'large'],
    ['a name of its own over the same number', mei, card('王芳', mei.idNumber), 'large'],
    ['one figure of the number', mei, card('林梅', '320106198803160120'), 'small'],
    ['neighbours changed over', card('林梅', '320106198803160120'), card('林梅', '320106198803161020'), 'small'],
    ['two figures side by side', mei, card('林梅', '320106198803163924'), 'large'],
    ['two figures apart', mei, card('林梅', '310106198803160924'), 'large'],
    ['two figures apart changed over', mei, card('林梅', '620103198803160024'), 'large'],
    ['the same name, many figures', mei, card('林梅', '320102199001010010'), 'large'],
    ['one character and one figure', mei, card('林美', '320106198803160120'), 'large'],
    ['a sister born the same day', mei, card('林丽', '320106198803169922'), 'large'],
    ['somebody else', mei, card('王芳', '320102199001010010'), 'another-person'],
    ['the family name alone', mei, card('林丽', '320102199001010010'), 'another-person'],
  ] as const)('%s', (_what, before, after, expected) => {
    expect(measureCorrection(before, after)).toBe(expected);
  });

  test('the number of fifteen figures and the one that replaced it are one', () => {
    const renewed = card('林梅', '320199195010101011');
    const old = (idNumber: string) => ({ ...renewed, idNumber });
    expect(measureCorrection(old('320199501010101'), renewed)).toBe('small');
    expect(measureCorrection(renewed, old('320199501010101'))).toBe('small');
    expect(measureCorrection(old('320199501010103'), renewed)).toBe('large');
    expect(measureCorrection(old('32019950101010A'), renewed)).toBe('large');
  });

  test('of another paper’s number one sign may be wrong, none too many', () => {
    const passport = (idNumber: string, idType = '02') => ({ ...mei, name: 'Anna', idType, idNumber });
    expect(measureCorrection(passport('E12345678'), passport('E12345679'))).toBe('small');
    expect(measureCorrection(passport('E1234567'), passport('E12345678'))).toBe('large');
    expect(measureCorrection(passport('E12345678'), passport('E12345679', '99'))).toBe('large');
  });

  test('a newborn gets an identity card', () => {
    const before = { ...card('陈小宁', '320106202610200025'), idType: '04', idNumber: 'B32010001' };
    expect(measureCorrection(before, card('陈小宁', '320106202610200025'))).toBe('large');
  });

  test('measures alike both ways, and nobody is another person than oneself', () => {
    const person = fc.record({
      name: fc.string({ unit: fc.constantFrom(...'林梅王芳陈小安'), minLength: 2, maxLength: 4 }),
      idType: fc.constantFrom('01', '02'),
      idNumber: fc.string({ unit: fc.constantFrom(...'0123'), minLength: 18, maxLength: 18 }),
      birthDate: fc.constantFrom('1988-03-16', '1990-01-01'),
      sex: fc.constantFrom('m', 'f'),
    });
    fc.assert(
      fc.property(person, person, (one, other) => measureCorrection(one, other) === measureCorrection(other, one)),
    );
    fc.assert(fc.property(person, (one) => measureCorrection(one, one) === 'none'));
  });
});

describe('what is shown of a change', () => {
  test.each([
    ['phone', '19000000000', '190****0000'],
    ['idNumber', '320106198803160024', '320************024'],
    ['email', 'lin.mei@example.cn', 'l***@example.cn'],
    ['address', '苏州市姑苏区平江路 1 号', '苏州市姑苏区…'],
    ['name', '林梅', '林梅'],
    ['sex', 'f', '女'],
    ['idType', '01', '居民身份证'],
    ['regionCode', '320506', '苏州 - 吴中区'],
    ['phone', null, '没有填'],
    ['email', '', '没有填'],
  ] as const)('%s %s reads %s', (field, value, text) => {
    expect(maskedValue(field, value)).toBe(text);
  });

  test('whoever compares it with papers reads it whole', () => {
    expect(wholeValue('idNumber', '320106198803160024')).toBe('320106198803160024');
    expect(wholeValue('sex', 'm')).toBe('男');
    expect(wholeValue('email', null)).toBe('没有填');
    expect(wholeValue('address', '')).toBe('没有填');
  });

  test.each([
    ['one of the last figures', '320106198803160024', '320106198803160048', '证件号码后 3 位', '024', '048'],
    ['the sixth from the end', '320106198803160024', '320106198803260024', '证件号码后 6 位', '160024', '260024'],
    [
      'a figure before them',
      ...['320106198803160024', '320106198804160024', '证件号码', '320************024', '320************024'],
    ],
    ['another length', 'E1234567', 'E12345678', '证件号码', 'E1****67', 'E12***678'],
    ['none before', null, '320106198803160024', '证件号码', '没有填', '320************024'],
  ] as const)(
    'of two numbers as much as tells them apart: %s',
    (_case, before, after, label, shownBefore, shownAfter) => {
      const shown = shownItem({ field: 'idNumber', before, after });
      expect([shown.label, shown.before, shown.after]).toEqual([label, shownBefore, shownAfter]);
    },
  );

  test('a name whole, before and after', () => {
    const shown = { field: 'name', label: '姓名', before: '林美', after: '林梅' };
    expect(shownItem({ field: 'name', before: '林美', after: '林梅' })).toEqual(shown);
  });
});

test('fields and reasons have words', () => {
  expect(changeFieldLabel('phone')).toBe('联系电话');
  expect(changeFieldLabel('odd')).toBe('odd');
  expect(changeReasonLabel('typing-error')).toBe('填错了字');
  expect(changeReasonLabel('odd')).toBe('odd');
});
