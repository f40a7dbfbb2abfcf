import { expect, test } from 'vitest';
import { answerFields } from './answer-text.ts';

const fieldsOf = (text: string) => ({ ...answerFields(text) });

test('values are taken as they are: split at the first equals sign, nothing decoded', () => {
  expect(fieldsOf('respMsg=成功[0000000]&signature=a+b/c==&empty=&signPubKeyCert=-----BEGIN\nMII+=\n-----')).toEqual({
    respMsg: '成功[0000000]',
    signature: 'a+b/c==',
    empty: '',
    signPubKeyCert: '-----BEGIN\nMII+=\n-----',
  });
  expect(fieldsOf('a=%26&b=1+1')).toEqual({ a: '%26', b: '1+1' });
});

test('inside braces an ampersand belongs to the value', () => {
  expect(fieldsOf('a={x=1&y={z=2&w=3}}&b=4')).toEqual({ a: '{x=1&y={z=2&w=3}}', b: '4' });
  expect(fieldsOf('a=1}&b=2')).toEqual({ a: '1}', b: '2' });
});

test.each(['', 'a', '=1', 'a=1&', 'a=1&a=2', '<html>a=1</html>', 'a=1&__proto__', '<!doctype html><title>OK</title>'])(
  '%j is no answer',
  (text) => {
    expect(answerFields(text)).toBeNull();
  },
);
