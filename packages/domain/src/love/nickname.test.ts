import { expect, test } from 'vitest';
import { checkNickname } from './nickname.ts';

test.each([
  ['小张', '小张'],
  [' 晚风 ', '晚风'],
  ['买买提•吐尔逊', '买买提·吐尔逊'],
  ['Ｌｉｌｙ 妈妈', 'Lily 妈妈'],
  ['爱家的人1988', '爱家的人1988'],
])('%j can be printed as %s', (typed, nickname) => {
  expect(checkNickname(typed)).toEqual({ ok: true, nickname });
});

test.each([
  ['', '请填写称呼'],
  ['   ', '请填写称呼'],
  ['·', '请填写称呼'],
  ['一二三四五六七八九十一', '最多 10 个字，现在是 11 个'],
  ['小张😀', '只能用汉字'],
  ['<b>张', '只能用汉字'],
  ['小张\u202e', '只能用汉字'],
  ['13912345', '号码'],
  ['江苏医保局', '请换一个'],
  ['保险 公司', '请换一个'],
  ['免费领', '请换一个'],
  ['Vx小张', '请换一个'],
])('%j is refused: %s', (typed, words) => {
  expect(checkNickname(typed)).toMatchObject({ ok: false, message: expect.stringContaining(words) });
});
