import { expect, test } from 'vitest';
import { NetworkFailure, type NetworkFailureKind } from './network-failure.ts';
import { failureText, noReplyText } from './no-reply-text.ts';

const none = (kind: NetworkFailureKind) =>
  ({ ok: false, name: 'no-reply', failure: new NetworkFailure(kind, 'applyDrug') }) as const;

test.each([
  ['offline', '网络不通，没有交上去，请再试一次', '网络不通，检查网络后再试。您填的内容还在'],
  [
    'unreachable',
    '没有连上，没有交上去，换一个网络，或者过一会儿再试',
    '没有连上，换一个网络，或者过一会儿再试。您填的内容还在',
  ],
  ['timeout', '等了很久没有回应，没有交上去，请再试一次', '等了很久没有回应，请稍后再试。您填的内容还在'],
  ['http', '系统忙，没有交上去，请再试一次', '系统忙，请稍后再试。您填的内容还在'],
  ['bad-reply', '系统忙，没有交上去，请再试一次', '系统忙，请稍后再试。您填的内容还在'],
  [
    'blocked',
    '被现在的网络挡住了，没有交上去，换成手机流量再试',
    '被现在的网络挡住了，换成手机流量再试。您填的内容还在',
  ],
] as const)('%s: what is the matter, and what to do', (kind, standing, form) => {
  expect(failureText(none(kind), '没有交上去')).toBe(standing);
  expect(failureText(none(kind).failure, '没有交上去', '不会重复查')).toBe(`${standing}，不会重复查`);
  expect(noReplyText(none(kind))).toBe(form);
});

test.each([
  [500, 'busy'],
  [502, 'busy'],
  [404, 'busy'],
  [403, 'blocked'],
  [511, 'blocked'],
])('the status %s: %s', (status, reason) => {
  expect(new NetworkFailure('http', 'applyDrug', status).reason).toBe(reason);
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
