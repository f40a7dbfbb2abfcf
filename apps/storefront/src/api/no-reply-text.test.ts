import { expect, test } from 'vitest';
import { NetworkFailure, type NetworkFailureKind } from './network-failure.ts';
import { failureText, noReplyText } from './no-reply-text.ts';

const none = (kind: NetworkFailureKind) =>
  ({ ok: false, name: 'no-reply', failure: new NetworkFailure(kind, 'applyDrug') }) as const;

test.each([
  ['offline', '网络不通，请再试一次', '网络不通，没有交上去，请再试一次', '网络不通。检查网络后再试，您填的内容还在'],
  ['timeout', '系统忙，请再试一次', '系统忙，没有交上去，请再试一次', '系统忙，请稍后再试'],
  ['http', '系统忙，请再试一次', '系统忙，没有交上去，请再试一次', '系统忙，请稍后再试'],
  ['bad-reply', '系统忙，请再试一次', '系统忙，没有交上去，请再试一次', '系统忙，请稍后再试'],
] as const)('%s: the network is blamed only where it is to blame', (kind, short, standing, form) => {
  expect(failureText(none(kind))).toBe(short);
  expect(failureText(none(kind), '没有交上去')).toBe(standing);
  expect(failureText(none(kind), '', '不会重复查')).toBe(`${short}，不会重复查`);
  expect(noReplyText(none(kind))).toBe(form);
});

test('a reply speaks for itself', () => {
  const refused = {
    ok: false,
    code: 500001,
    name: 'not-found',
    message: '这种药不在目录里了',
    result: null,
  } as const;
  expect(failureText(refused, '没有交上去')).toBe('这种药不在目录里了');
});
