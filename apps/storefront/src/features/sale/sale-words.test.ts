import { describe, expect, it } from 'vitest';
import { lowestPremium, saleBar, salePhase } from './sale-words.ts';

const product = { editionYear: 2026, insureStart: '2025-11-01 09:00:00', bookingOffered: true };

describe('the sale bar', () => {
  it('offers buying only while the sale is open', () => {
    const phases = ['before', 'insureing', 'underwriting', 'underwriteEnd'] as const;
    expect(phases.filter((phase) => saleBar(phase, product).link === null)).toEqual(['insureing']);
  });

  it('says why whenever it does not offer buying', () => {
    expect(saleBar('insureing', product).reason).toBeNull();
    expect(saleBar('underwriteEnd', product, 'mid').link?.href).toBe('#/mid');
    expect(saleBar('before', product, 'early').link?.href).toBe('#/beforeIndex');
    expect(saleBar('before', product).link?.href).toBe('#/yuyue');
    expect(saleBar('before', { ...product, bookingOffered: false }).link?.href).toBe('#/agreement');
    expect(saleBar('before', product).reason).toContain('2025.11.01 09:00');
    expect(saleBar('underwriting', product).reason).toBe('参保已截止，保单正在生成，无需再操作');
    expect(saleBar('underwriteEnd', product).reason).toBe('2026 年度参保已结束，已参保的保障不受影响');
  });

  it('says why while the whole province stands still, and nothing of it where a city does or nothing is sold anyhow', () => {
    const pause = { city: null, place: '全省', text: '系统维护', until: null };
    const all = { ...product, salePauses: [{ ...pause, city: '320500' }, pause] };
    expect(saleBar('insureing', all)).toMatchObject({ reason: '系统维护', link: { href: '#/noSale' } });
    expect(saleBar('underwriteEnd', all).link?.href).toBe('#/voucher_list');
    const city = { ...product, salePauses: [{ ...pause, city: '320500' }] };
    expect(saleBar('insureing', city)).toEqual(saleBar('insureing', product));
  });

  it('tells not begun from begun, but a finished sale stays finished', () => {
    expect(salePhase('insureing', true)).toBe('before');
    expect(salePhase('insureing', false)).toBe('insureing');
    expect(salePhase('underwriteEnd', true)).toBe('underwriteEnd');
  });
});

describe('the price', () => {
  it('is the lowest plan, and says so when others cost more', () => {
    expect(lowestPremium([{ premiumFen: 15_800 }])).toEqual({ premiumFen: 15_800, from: false });
    expect(lowestPremium([{ premiumFen: 25_800 }, { premiumFen: 15_800 }])).toEqual({ premiumFen: 15_800, from: true });
  });
});
