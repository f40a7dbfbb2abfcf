import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVectors } from '../../../../tests/vectors/read-vectors.ts';
import { beijingMs } from '../date/index.ts';
import {
  ageYearsAt,
  cardTypeOf,
  checkCreditCode,
  checkIdPaper,
  checkName,
  checkPhone,
  differingPlaces,
  filterChineseName,
  filterLatinName,
  filterName,
  formatPhone344,
  ID_TYPES,
  identityKey,
  isAdultAt,
  maskMiddle,
  maskName,
  maskPhone,
  spokenName,
  typedBirthDateProblem,
} from './index.ts';

describe('age', () => {
  test.each([
    ['2008-11-20', '2026-11-19 23:59:59', 17, false],
    ['2008-11-20', '2026-11-20 00:00:00', 18, true],
    ['2008-02-29', '2026-02-28 23:59:59', 17, false],
    ['2008-02-29', '2026-03-01 00:00:00', 18, true],
    ['2008-02-29', '2028-02-28 23:59:59', 19, true],
    ['2008-02-29', '2028-02-29 00:00:00', 20, true],
    ['2026-11-20', '2026-11-20 12:00:00', 0, false],
    ['1950-10-10', '2026-11-20 12:00:00', 76, true],
  ])('born %s, at %s: %i years, adult %s', (birthDate, now, years, adult) => {
    expect(ageYearsAt(birthDate, beijingMs(now))).toBe(years);
    expect(isAdultAt(birthDate, beijingMs(now))).toBe(adult);
  });

  test('the birthday begins at midnight in Beijing, not in London', () => {
    expect(isAdultAt('2008-11-20', Date.UTC(2026, 10, 19, 15, 59, 59))).toBe(false);
    expect(isAdultAt('2008-11-20', Date.UTC(2026, 10, 19, 16, 0, 0))).toBe(true);
  });

  test('someone not yet born has a negative age', () => {
    expect(ageYearsAt('2027-01-01', beijingMs('2026-11-20'))).toBeLessThan(0);
  });

  test('a birth date that is none is a bug of the caller', () => {
    expect(() => ageYearsAt('2026-02-31', 0)).toThrow(RangeError);
  });
});

describe('masking', () => {
  test('keeps three at each end', () => {
    expect(maskMiddle('320199195010101011')).toBe('320************011');
    expect(maskMiddle('TEST20260001281')).toBe('TES*********281');
    expect(maskMiddle('E12345678')).toBe('E12***678');
    expect(maskMiddle('320199195010101011', 4)).toBe('3201**********1011');
  });

  test('a short text still hides its middle', () => {
    expect(maskMiddle('')).toBe('');
    expect(maskMiddle('a')).toBe('*');
    expect(maskMiddle('ab')).toBe('**');
    expect(maskMiddle('abcd')).toBe('a**d');
    expect(maskMiddle('abcdef')).toBe('a****f');
    expect(maskMiddle('abcdefg')).toBe('ab***fg');
    expect(maskMiddle('abcdefgh')).toBe('ab****gh');
  });

  test('the middle never leaks, and the length stays', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.nat(20), (text, keep) => {
        const characters = Array.from(text);
        const masked = Array.from(maskMiddle(text, keep));
        expect(masked).toHaveLength(characters.length);
        const third = Math.ceil(characters.length / 3);
        const from = Math.min(keep, Math.floor(characters.length / 3));
        const middle = masked.slice(from, masked.length - from);
        expect(middle.length).toBeGreaterThanOrEqual(third);
        expect(middle.every((character) => character === '*')).toBe(true);
      }),
    );
  });

  test('phones keep 3 and 4', () => {
    expect(maskPhone('19000000000')).toBe('190****0000');
    expect(maskPhone('190 0000 0000')).toBe('190****0000');
    expect(maskPhone('12345')).toBe('1***5');
  });

  test('names keep the family name, and the last of three or more characters', () => {
    expect(maskName('张三')).toBe('张*');
    expect(maskName('张小测')).toBe('张*测');
    expect(maskName('买买提·吐尔逊')).toBe('买*****逊');
    expect(maskName('𠮷田')).toBe('𠮷*');
    expect(maskName('已销毁')).toBe('已销毁');
    expect(maskName('张')).toBe('*');
    expect(maskName('')).toBe('');
  });

  test('of two texts that read the same when masked the places are told in which they differ', () => {
    expect(differingPlaces('钱改文', '钱小文', '个字')).toBe('第 2 个字不同');
    expect(differingPlaces('𠮷小田', '𠮷大田', '个字')).toBe('第 2 个字不同');
    expect(differingPlaces('320500195101080010', '320500195301090010', '位')).toBe('第 10、14 位不同');
    expect(differingPlaces('苏州市工业园区甲路 1 号', '苏州市工业园区乙街 20 号', '个字')).toBe('第 8 个字起不同');
    expect(differingPlaces('13912345678', '13987654678', '位')).toBe('第 4 位起不同');
    expect(differingPlaces('same', 'same', '位')).toBeNull();
  });
});

describe('names', () => {
  test.each(readVectors('names-chinese.txt'))('Chinese, $at: $comment', ({ columns: [typed = '', kept, removed] }) => {
    expect(filterChineseName(typed)).toEqual({ text: kept, removed: removed === 'removed' });
  });

  test.each(readVectors('names-latin.txt'))('Latin, $at: $comment', ({ columns: [typed = '', kept, removed] }) => {
    expect(filterLatinName(typed)).toEqual({ text: kept, removed: removed === 'removed' });
  });

  test('while typing, a dot, blank or hyphen that waits for the next character stays', () => {
    expect(filterChineseName('买买提·', { typing: true })).toEqual({ text: '买买提·', removed: false });
    expect(filterLatinName('Anna ', { typing: true })).toEqual({ text: 'Anna ', removed: false });
    expect(filterLatinName('Jean-', { typing: true })).toEqual({ text: 'Jean-', removed: false });
    expect(filterChineseName('·', { typing: true })).toEqual({ text: '', removed: true });
  });

  test('typed one character after another, a name comes out as pasted', () => {
    for (const [filter, name] of [
      [filterChineseName, '阿不都·买买提·吐尔逊'],
      [filterLatinName, 'Jean-Luc van der Berg'],
    ] as const) {
      let field = '';
      for (const character of Array.from(name)) field = filter(field + character, { typing: true }).text;
      expect(field).toBe(name);
    }
  });

  test('what a filter lets through, it lets through again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('张三买提·• -aZé9𠮷〇.')), maxLength: 20 }),
        (typed) => {
          for (const filter of [filterChineseName, filterLatinName]) {
            const once = filter(typed).text;
            expect(filter(once)).toEqual({ text: once, removed: false });
          }
        },
      ),
    );
  });

  test('the paper decides the script', () => {
    expect(filterName('01', 'Anna张三').text).toBe('张三');
    expect(filterName('02', 'Anna张三').text).toBe('Anna');
    expect(filterName('06', 'Anna Chan').text).toBe('Anna Chan');
    expect(filterName('06', '陈安娜').text).toBe('陈安娜');
  });

  test('a whole name', () => {
    expect(checkName('01', ' 张三 ')).toEqual({ ok: true, normalized: '张三' });
    expect(checkName('01', '')).toMatchObject({ reason: 'empty', message: '请填写姓名，只能用汉字' });
    expect(checkName('01', 'Anna')).toMatchObject({ reason: 'empty', message: '请填写姓名，只能用汉字' });
    expect(checkName('01', '张三a')).toMatchObject({ reason: 'characters', message: '姓名只能用汉字，请修改' });
    expect(checkName('01', '张')).toMatchObject({ reason: 'length' });
    expect(checkName('01', '张'.repeat(51))).toMatchObject({ reason: 'length' });
    expect(checkName('01', '张'.repeat(50))).toMatchObject({ ok: true });
    expect(checkName('02', 'Anna Smith')).toEqual({ ok: true, normalized: 'Anna Smith' });
    expect(checkName('02', '')).toMatchObject({ message: '请填写姓名，只能用英文字母、空格和短横线' });
    expect(checkName('06', '')).toMatchObject({ message: '请填写姓名，只能用汉字，或者只用英文字母' });
  });
});

test.each([
  ['阿依古丽·买买提', '阿依古丽买买提'],
  ['阿依古丽 买买提', '阿依古丽买买提'],
  ['阿依古丽•买买提', '阿依古丽买买提'],
  ['阿依古丽．买买提', '阿依古丽买买提'],
  [' 林 梅 ', '林梅'],
  ['Mary-Ann Smith', 'MARYANNSMITH'],
  ['19000000000', ''],
])('a name is heard without its dots: %s', (typed, spoken) => {
  expect(spokenName(typed)).toBe(spoken);
});

describe('phones', () => {
  test.each([
    ['19000000000', '19000000000'],
    ['190 0000 0000', '19000000000'],
    ['190-0000-0000', '19000000000'],
    ['+86 190 0000 0000', '19000000000'],
    ['008619000000000', '19000000000'],
    ['8619000000000', '19000000000'],
    ['１９０００００００００', '19000000000'],
    ['\u202d19000000000\u202c', '19000000000'],
  ])('%j is %s', (text, normalized) => {
    expect(checkPhone(text)).toEqual({ ok: true, normalized });
  });

  test.each([
    ['', 'empty', '请填写手机号'],
    ['1900000000', 'length', '手机号应为 11 位，现在是 10 位。请补全'],
    ['190000000001', 'length', '手机号应为 11 位，现在是 12 位。请去掉多出的 1 位'],
    ['12000000000', 'segment', '手机号应以 13 到 19 开头，请检查前两位'],
    ['29000000000', 'segment', '手机号应以 13 到 19 开头，请检查前两位'],
    ['1900000000a', 'characters', '手机号只能有数字，请修改'],
  ])('%j is refused: %s', (text, reason, message) => {
    expect(checkPhone(text)).toEqual({ ok: false, reason, message });
  });

  test('are shown 3-4-4, also unfinished', () => {
    expect(formatPhone344('19000000000')).toBe('190 0000 0000');
    expect(formatPhone344('1900')).toBe('190 0');
    expect(formatPhone344('')).toBe('');
  });
});

test.each([
  ['32010619880316002X', '01'],
  ['320106 19880316 002x', '01'],
  ['830000199201300022', '08'],
  ['320106198803160021', null],
  ['E12345678', null],
  ['', null],
])('the card that the number %s is of: %s', (number, type) => {
  expect(cardTypeOf(number)).toBe(type);
});

describe('papers', () => {
  test('every code of the dictionary once, the identity card first', () => {
    const codes = ID_TYPES.map((type) => type.code);
    expect(codes).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '99']);
  });

  test('only the identity card has a checksum', () => {
    expect(checkIdPaper('01', '320199195010101012')).toMatchObject({ ok: false, reason: 'checksum' });
    expect(checkIdPaper('08', '810000195010101012')).toEqual({ ok: true, normalized: '810000195010101012' });
    expect(checkIdPaper('02', 'e 1234 5678')).toEqual({ ok: true, normalized: 'E12345678' });
    expect(checkIdPaper('06', 'ｈ１２３４５６（７）')).toEqual({ ok: true, normalized: 'H123456(7)' });
  });

  test.each([
    '军字第2001988号',
    '军字第 2001988 号',
    '军字2001988',
    '军第2001988号',
    '军2001988',
    '军字第２００１９８８号',
    '军字第No.2001988号',
  ])('a military number is one number however it is written: %s', (typed) => {
    expect(checkIdPaper('03', typed)).toEqual({ ok: true, normalized: '军字第2001988号' });
    expect(identityKey('03', typed)).toBe('03:军字第2001988号');
  });

  test('a military number keeps whose it is, and its words are for military papers only', () => {
    expect(checkIdPaper('03', '武警字第0123456号')).toEqual({ ok: true, normalized: '武警字第0123456号' });
    expect(identityKey('03', '士字第2001988号')).not.toBe(identityKey('03', '军字第2001988号'));
    expect(checkIdPaper('03', '2001988')).toEqual({ ok: true, normalized: '2001988' });
    expect(checkIdPaper('03', '军字第号')).toMatchObject({ ok: false, reason: 'characters' });
    expect(checkIdPaper('03', '字第2001988号')).toMatchObject({ ok: false, reason: 'characters' });
    expect(checkIdPaper('02', '军字第2001988号')).toMatchObject({ ok: false, reason: 'characters' });
  });

  test.each([
    ['02', '32019919501010101 1', '这是居民身份证的号码，请把证件类型改为“居民身份证”'],
    ['08', '320199195010101011', '这是居民身份证的号码，请把证件类型改为“居民身份证”'],
    ['99', '320199195010101011', '这是居民身份证的号码，请把证件类型改为“居民身份证”'],
    ['01', '810000195010101010', '这是港澳台居民居住证的号码，请把证件类型改为“港澳台居民居住证”'],
    ['07', '810000195010101010', '这是港澳台居民居住证的号码，请把证件类型改为“港澳台居民居住证”'],
    ['01', '911124195010101011', '这是外国人永久居留证的号码，请把证件类型改为“外国人永久居留证”'],
  ])('a card’s number is of its own type alone: not %s %s', (idType, number, message) => {
    expect(checkIdPaper(idType, number)).toEqual({ ok: false, reason: 'other-card', message });
  });

  test.each([
    ['08', '810000195010101010'],
    ['07', '911124195010101011'],
    // An old paper of fifteen digits that look like a date may be one.
    ['99', '320199501010101'],
  ])('%s %s', (idType, number) => {
    expect(checkIdPaper(idType, number)).toEqual({ ok: true, normalized: number });
  });

  test('refuses unknown types and impossible numbers', () => {
    expect(checkIdPaper('77', 'E12345678')).toMatchObject({ ok: false, reason: 'type' });
    expect(checkIdPaper('02', '')).toMatchObject({ ok: false, reason: 'empty' });
    expect(checkIdPaper('02', 'E123')).toMatchObject({ ok: false, reason: 'characters' });
    expect(checkIdPaper('02', "E1234'; --")).toMatchObject({ ok: false, reason: 'characters' });
  });

  test('one person has one key, however the number is written', () => {
    expect(identityKey('01', '320199 19501010 1011')).toBe('01:320199195010101011');
    expect(identityKey('01', '320199501010101')).toBe('01:320199195010101011');
    expect(identityKey('02', 'e1234 5678')).toBe('02:E12345678');
    expect(identityKey('06', 'h123456（7）')).toBe(identityKey('06', 'H1234567'));
    expect(identityKey('02', 'E-12345678')).toBe('02:E12345678');
  });
});

test.each(readVectors('credit-codes.txt'))('credit code, $at: $comment', ({ columns: [code = '', expected] }) => {
  const check = checkCreditCode(code);
  expect(check.ok ? 'ok' : check.reason).toBe(expected);
});

test('a credit code as a keyboard with wide letters gives it', () => {
  expect(checkCreditCode('９１３２０１９９ ＭＡ000000１ｑ\u200b')).toEqual({
    ok: true,
    normalized: '91320199MA0000001Q',
  });
});

test('every single wrong character of a credit code is caught', () => {
  const code = '91320199MA0000001Q';
  fc.assert(
    fc.property(fc.nat(17), fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRTUWXY'), (at, other) => {
      fc.pre(code[at] !== other);
      expect(checkCreditCode(code.slice(0, at) + other + code.slice(at + 1)).ok).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['1900-01-01', null],
  ['1962/5/8', null],
  ['2026-11-20', null],
  ['', '请填写出生日期，例如 1962-05-08'],
  ['1962-05', '出生日期要写全年月日，例如 1962-05-08'],
  ['1899-12-31', '出生日期从 1900 年起，请对照证件修改'],
  ['2026-02-30', '出生日期不对：2026 年 2 月没有 30 日。请对照证件修改'],
  ['1962-05-08-', '出生日期要写全年月日，例如 1962-05-08'],
  ['1900-02-30', '出生日期不对：1900 年 2 月没有 30 日。请对照证件修改'],
  ['1962-01-32', '出生日期不对：1962 年 1 月没有 32 日。请对照证件修改'],
  ['1962-12-32', '出生日期不对：1962 年 12 月没有 32 日。请对照证件修改'],
  ['1962-00-08', '出生日期不对：没有 0 月。请对照证件修改'],
  ['1962-13-01', '出生日期不对：没有 13 月。请对照证件修改'],
  ['2026-11-21', '出生日期还没到，请对照证件修改'],
])('a typed birth date %s: %s', (text, problem) => {
  expect(typedBirthDateProblem(text, Date.UTC(2026, 10, 20, 4))).toBe(problem);
});
