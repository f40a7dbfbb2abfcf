import { describe, expect, test } from 'vitest';
import { checkCreditCode, creditCodeCheckCharacter } from '../person/index.ts';
import { moveOf } from '../status/index.ts';
import {
  billBalance,
  depositLeftFen,
  GROUP_PERSON_STATUS_TABLE,
  groupSaleProblems,
  nextGroupStatus,
  problemAndFix,
  ROSTER_EXAMPLE,
  ROSTER_HEADINGS,
  rosterColumns,
  rosterRow,
} from './index.ts';

describe('a unified social credit code', () => {
  // The check character weighs all the others, by 3^n modulo 31 over 31 characters.
  test.each([
    ['91320594MA1EXAMP0', '91350100M000100Y4'],
    ['123200004660000000', '54320000000000000'],
  ])('%s… and %s… are told from their neighbours', (...firsts) => {
    for (const first of firsts.map((text) => text.slice(0, 17))) {
      const whole = first + creditCodeCheckCharacter(first);
      expect(checkCreditCode(whole.toLowerCase())).toEqual({ ok: true, normalized: whole });
      const other = whole[5] === '1' ? '2' : '1';
      expect(checkCreditCode(`${whole.slice(0, 5)}${other}${whole.slice(6)}`)).toMatchObject({
        ok: false,
        reason: 'checksum',
      });
      const swapped = `${whole.slice(0, 1)}${whole[2]}${whole[1]}${whole.slice(3)}`;
      expect(checkCreditCode(swapped).ok).toBe(swapped === whole);
    }
  });

  // GB 32100-2015, example of the standard's appendix.
  test('of the standard itself', () => {
    expect(creditCodeCheckCharacter('91350100M000100Y4')).toBe('3');
  });
});

test('a group goes from the lead to the policies; nothing is closed once it is paid', () => {
  expect(nextGroupStatus('submitted', 'RosterOpened')).toBeNull();
  expect(nextGroupStatus('collecting', 'Billed')).toBe('awaiting-payment');
  expect(nextGroupStatus('paid', 'Closed')).toBeNull();
  expect(nextGroupStatus('completed', 'RosterOpened')).toBe('collecting');
  expect(moveOf(GROUP_PERSON_STATUS_TABLE, 'Dropped')).toEqual({ from: ['billed'], to: 'dropped' });
});

test('what is short and what is over of a bill', () => {
  expect(depositLeftFen({ receivedFen: 500, usedFen: 300, returnedFen: 50 })).toBe(150);
  expect(billBalance(200, 150)).toEqual({ shortFen: 50, overFen: 0 });
  expect(billBalance(100, 150)).toEqual({ shortFen: 0, overFen: 50 });
});

describe('a list of people', () => {
  const columns = rosterColumns(ROSTER_HEADINGS);

  test('is known by its headings, in any order and by other words', () => {
    expect(columns).toEqual({ name: 0, idType: 1, idNumber: 2, birthDate: 3, sex: 4, phone: 5, region: 6 });
    expect(rosterColumns(['序号', '手机', '员工姓名', '身份证号码（18位）'])).toEqual({
      phone: 1,
      name: 2,
      idNumber: 3,
    });
    // Of two columns of one name the first one counts.
    expect(rosterColumns(['姓名', '证件号码', '手机号', '姓名'])).toEqual({ name: 0, idNumber: 1, phone: 2 });
    expect(rosterColumns(['姓名', '工号'])).toBe('第一行要有这些列：证件号码、手机号。请用下载的模板');
  });

  test.each([
    [['林梅', '', '320106198803160024', '', '', '13900000000', ''], { idType: '01', regionCode: null }],
    [
      ['LIN MEI', '护照', 'E12345678', '1988/3/6', '女', '13900000000', '南京'],
      { idType: '02', birthDate: '1988-03-06', sex: 'f', regionCode: '320100' },
    ],
    [['林一', '', '3', '', '男', '1', ''], { sex: 'm' }],
    [['林梅', '', '3', '', '', '1', '苏州工业园区'], { regionCode: '320540' }],
    [['林梅', '', '3', '', '', '1', '苏州市昆山市'], { regionCode: '320583' }],
    [['林梅', '', '3', '', '', '1', '苏州'], { regionCode: '320500' }],
    [['林梅', '', '3', '', '', '1', '上海'], { problem: '医保所在地不是江苏的市' }],
    [['林梅', '社保卡', '3', '', '', '1', ''], { problem: '证件类型不认识' }],
    [['林梅', '', '3', '', '不详', '1', ''], { problem: '性别不认识' }],
    [['林 梅', '', '3', '', '', '1', ''], { problem: '姓名里有空格', fix: '去掉空格' }],
    [ROSTER_EXAMPLE, { problem: '这是模板里的示例' }],
  ])('row %j', (cells, read) => {
    if (typeof columns === 'string') throw new Error(columns);
    expect(rosterRow(columns, { cells, spoilt: [] })).toMatchObject(read);
  });

  test('that says no birth date gives none', () => {
    if (typeof columns === 'string') throw new Error(columns);
    const cells = ['林梅', '', '320106198803160024', '', '', '13900000000', ''];
    expect(rosterRow(columns, { cells, spoilt: [] })).not.toHaveProperty('birthDate');
  });

  test('whose long numbers were cut off says so', () => {
    if (typeof columns === 'string') throw new Error(columns);
    expect(rosterRow(columns, { cells: ['林梅', '', '3.2E+17'], spoilt: [2] })).toMatchObject({
      fix: expect.stringContaining('文本'),
    });
  });

  test.each([
    ['身份证号应为 18 位，现在是 17 位。请对照证件补全', '身份证号应为 18 位，现在是 17 位', '对照证件补全'],
    ['姓名不全，请对照证件补全', '姓名不全', '对照证件补全'],
    ['出生日期还没到', '出生日期还没到', '请改正这一行'],
    ['请填写姓名，只能用汉字', '请填写姓名，只能用汉字', '改成证件上的姓名'],
  ])('%s is problem and remedy', (message, problem, fix) => {
    expect(problemAndFix(message)).toEqual({ problem, fix });
  });
});

test('an edition says whole numbers and an account', () => {
  const payee = { name: '甲', bank: '乙', account: '1' };
  expect(groupSaleProblems({ fewestPeople: 10, rosterDays: 20, payDays: 10, payee })).toEqual([]);
  expect(
    groupSaleProblems({ fewestPeople: 10, rosterDays: 20, payDays: 10, payee: { ...payee, name: ' ' } }),
  ).toHaveLength(1);
  expect(
    groupSaleProblems({ fewestPeople: 0, rosterDays: 0.5, payDays: 99, payee: { ...payee, bank: ' ' } }),
  ).toHaveLength(4);
});
