import { describe, expect, it } from 'vitest';
import {
  caretAfter,
  codeAfter,
  editGrouped,
  figuresAndLetters,
  figuresOf,
  ID_NUMBER_GROUPING,
  OLD_ID_NUMBER_GROUPS,
  PHONE_GROUPING,
  showGrouped,
} from './grouped-text.ts';

const ID_GROUPS = ID_NUMBER_GROUPING.groups;
const editId = (previous: string, text: string, caret: number, inputType?: string) =>
  editGrouped(previous, text, caret, inputType, ID_NUMBER_GROUPING);

describe('showing in groups', () => {
  it.each([
    ['', ''],
    ['320506', '320506'],
    ['3205061', '320506 1'],
    ['32050619501010005X', '320506 19501010 005X'],
    ['32050619501010005X99', '320506 19501010 005X99'],
  ])('shows %j as %j', (value, shown) => {
    expect(showGrouped(value, ID_GROUPS)).toBe(shown);
  });

  it('shows a number of before 1999 by its place, its shorter date and its order', () => {
    expect(showGrouped('320506500310001', OLD_ID_NUMBER_GROUPS)).toBe('320506 500310 001');
  });

  it('puts the caret behind the character, before the space that follows it', () => {
    expect(caretAfter(6, '320506 19501010')).toBe(6);
    expect(caretAfter(7, '320506 19501010')).toBe(8);
    expect(caretAfter(99, '320506')).toBe(6);
  });
});

describe('typing an ID number', () => {
  it('moves the caret over the space it makes', () => {
    expect(editId('320506', '3205061', 7)).toEqual({ value: '3205061', shown: '320506 1', caret: 8 });
  });

  it('keeps the caret in the middle while correcting', () => {
    // 320506 1|501010 with a 9 typed at the bar
    expect(editId('3205061501010', '320506 19501010', 9)).toEqual({
      value: '32050619501010',
      shown: '320506 19501010',
      caret: 9,
    });
  });

  it('makes x an X and drops everything that cannot be there', () => {
    expect(editId('32050619501010005', '320506 19501010 005x', 20).value).toBe('32050619501010005X');
    expect(editId('', '身份证：320506-1950 1010', 18).value).toBe('32050619501010');
    expect(editId('', '３２０５', 4).value).toBe('3205');
  });

  it.each(['×', 'х', 'Х', 'χ', '✕', 'ｘ', 'Ｘ'])('takes %s for the X it looks like', (letter) => {
    expect(editId('32050619501010005', `320506 19501010 005${letter}`, 20).value).toBe('32050619501010005X');
  });

  it('does not cut a number that is one too long, so that it can be said', () => {
    expect(editId('320506195010100051', '320506 19501010 00512', 21).value).toHaveLength(19);
  });

  it('stops a pasted page of figures', () => {
    expect(editId('', '1'.repeat(500), 500).value).toHaveLength(22);
  });

  it('takes the figure along when only the space was deleted, on either side', () => {
    // Backspace right after the space of 320506 |1950
    expect(editId('3205061950', '3205061950', 6, 'deleteContentBackward')).toEqual({
      value: '320501950',
      shown: '320501 950',
      caret: 5,
    });
    // Delete right before it
    expect(editId('3205061950', '3205061950', 6, 'deleteContentForward')).toEqual({
      value: '320506950',
      shown: '320506 950',
      caret: 6,
    });
  });

  it('replaces everything by a paste', () => {
    const edit = editId('123', '32050619501010005X', 18, 'insertFromPaste');
    expect(edit).toEqual({ value: '32050619501010005X', shown: '320506 19501010 005X', caret: 20 });
  });
});

describe('typing a phone number', () => {
  const edit = (text: string) => editGrouped('', text, text.length, undefined, PHONE_GROUPING);
  it('shows 3-4-4', () => {
    expect(edit('19000000000')).toEqual({ value: '19000000000', shown: '190 0000 0000', caret: 13 });
  });

  it('drops the country code of a pasted number only', () => {
    expect(edit('+86 190 0000 0000').value).toBe('19000000000');
    expect(edit('008619000000000').value).toBe('19000000000');
    expect(edit('861').value).toBe('861');
  });
});

it.each([
  ['', '123456', '123456'],
  ['', '123 456', '123456'],
  ['', '１２３４５６', '123456'],
  ['', '【苏民安】您的验证码是123456，10分钟内有效', '123456'],
  ['12345', '123456', '123456'],
  // One figure too many is not taken.
  ['123456', '1234567', '123456'],
  // Behind the older one, or before it.
  ['123456', '123456654321', '654321'],
  ['123456', '654321123456', '654321'],
  ['123456', '123456您的验证码是654321，10分钟内有效', '654321'],
  ['12', '12654321', '654321'],
  ['123456', '12345', '12345'],
])('a code of “%s” with “%s” in its field is %s', (previous, text, code) => {
  expect(codeAfter(previous, text)).toBe(code);
});

it.each([
  [PHONE_GROUPING, '13900000000', '139 0000 000013800000001', '13800000001'],
  [PHONE_GROUPING, '13900000000', '+86 138 0000 0001139 0000 0000', '13800000001'],
  [PHONE_GROUPING, '13900000000', '139 0000 0000+86 138-0000-0001', '13800000001'],
  [PHONE_GROUPING, '1390000', '139 000013800000001', '13800000001'],
  // One figure after the other stays in sight, too long as it is.
  [PHONE_GROUPING, '13900000000', '139 0000 00001', '139000000001'],
  [ID_NUMBER_GROUPING, '11010519491231002X', '110105 19491231 002X32010619880316002x', '32010619880316002X'],
  [ID_NUMBER_GROUPING, '', '32010619880316002x', '32010619880316002X'],
])('a whole number put beside one that stands there takes its place', (grouping, previous, text, value) => {
  expect(editGrouped(previous, text, text.length, 'insertFromPaste', grouping).value).toBe(value);
});

describe('figures and letters of other fields', () => {
  it('takes full-width ones as they are meant', () => {
    expect(figuresOf('５０ 人')).toBe('50');
    expect(figuresAndLetters('０１２ａ× ')).toBe('012AX');
  });
});
