import { describe, expect, test } from 'vitest';
import {
  channelAddress,
  licenceDaysLeft,
  type SaleChannelDraft,
  saleChannelProblem,
  saleChannelStanding,
  saleWayLabel,
} from './sale-channel.ts';

const nowMs = Date.parse('2026-11-20T10:00:00+08:00');
const agent: SaleChannelDraft = {
  ...{ kind: 'agent', parentCode: 'demo-bank' },
  ...{ licenceNo: '00000132000000002026000001', licenceUntil: '2027-06-30' },
};

describe('a channel', () => {
  test.each<[string, Partial<SaleChannelDraft>, string | null]>([
    ['sound', {}, null],
    ['works for nobody', { parentCode: null }, '所属的渠道'],
    ['has no registration', { licenceNo: null, licenceUntil: null }, '执业登记编号'],
    ['has an odd number', { licenceNo: '12-34' }, '10 到 30 位'],
    ['has no such day', { licenceUntil: '2027-02-30' }, '没有这一天'],
    ['ended yesterday', { licenceUntil: '2026-11-19' }, '过期'],
    ['ends today', { licenceUntil: '2026-11-20' }, null],
    ['institution of another', { kind: 'bank' }, '不能再属于'],
    ['institution', { kind: 'bank', parentCode: null, licenceNo: null, licenceUntil: null }, null],
    ['half a registration', { kind: 'bank', parentCode: null, licenceUntil: null }, '一起填'],
  ])('%s', (_, change, problem) => {
    const said = saleChannelProblem({ ...agent, ...change }, nowMs);
    if (problem === null) expect(said).toBeNull();
    else expect(said).toContain(problem);
  });

  test.each([
    [{ isStopped: true, licenceUntil: '2020-01-01' }, 'stopped'],
    [{ isStopped: false, licenceUntil: '2026-11-19' }, 'expired'],
    [{ isStopped: false, licenceUntil: '2026-11-20' }, 'active'],
    [{ isStopped: false, licenceUntil: null }, 'active'],
  ])('%j stands %s', (channel, standing) => expect(saleChannelStanding(channel, nowMs)).toBe(standing));

  test('its registration runs so many days, and its address names it', () => {
    expect([licenceDaysLeft('2026-12-01', nowMs), licenceDaysLeft('2026-11-19', nowMs)]).toEqual([11, -1]);
    expect(channelAddress('https://shop.example', 'AG_7', 'demo27plus')).toBe(
      'https://shop.example/#/index?agentCode=AG_7&productId=demo27plus',
    );
    expect(['', 'agent', 'outlet', 'share', 'share poster'].map(saleWayLabel)).toEqual([
      ...['自己来的', '业务员或渠道链接', '网点协助', '居民分享，来处不明', '居民分享，海报'],
    ]);
  });
});
