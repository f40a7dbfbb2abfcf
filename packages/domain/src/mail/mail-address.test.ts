import { describe, expect, test } from 'vitest';
import { checkMailAddress, maskMailAddress } from './mail-address.ts';

describe('an e-mail address', () => {
  test.each([
    ['zhang.san@qq.com', 'zhang.san@qq.com'],
    ['  Zhang_San+bx@QQ.COM ', 'Zhang_San+bx@qq.com'],
    ['１２３４５６＠ｑｑ．ｃｏｍ', '123456@qq.com'],
    ['lin@mail.example.edu.cn', 'lin@mail.example.edu.cn'],
    ['lin@qq。com', 'lin@qq.com'],
  ])('%j is taken as %s', (typed, address) => {
    expect(checkMailAddress(typed)).toEqual({ ok: true, address, likely: null });
  });

  test.each([
    ['', '请填写邮箱'],
    ['zhangsan', '要有 @'],
    ['@qq.com', '要有 @'],
    ['张三@qq.com', '不能有汉字'],
    ['a@qq', '不完整'],
    ['a@-qq.com', '不完整'],
    ['a@qq..com', '不完整'],
    ['a@[127.0.0.1]', '不完整'],
    ['a b,c@qq.com', '有误'],
    ['a..b@qq.com', '有误'],
    ['a\r\nBcc: x@y.cn@qq.com', '有误'],
    [`${'a'.repeat(65)}@qq.com`, '有误'],
    [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.com`, '太长'],
  ])('%j is refused: %s', (typed, words) => {
    const checked = checkMailAddress(typed);
    expect(checked).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  });

  test.each([
    ['a@qq.con', 'a@qq.com'],
    ['a@qqq.com', 'a@qq.com'],
    ['a@163.cm', 'a@163.com'],
    ['a@gmial.com', 'a@gmail.com'],
    ['a@sina.com', null],
    ['a@huimin.example', null],
  ])('of %s it is asked whether %s was meant', (typed, likely) => {
    expect(checkMailAddress(typed)).toMatchObject({ ok: true, likely });
  });

  test.each([
    ['zhangsan@qq.com', 'zha***@qq.com'],
    ['li@163.com', 'l***@163.com'],
    ['a@b.cn', 'a***@b.cn'],
  ])('%s is shown as %s', (address, masked) => {
    expect(maskMailAddress(address)).toBe(masked);
  });
});
