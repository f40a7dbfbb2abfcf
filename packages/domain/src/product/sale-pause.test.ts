import { expect, test } from 'vitest';
import { pauseOfAll, pauseOfRegion, pauseSentence, type SalePause, whyStandsStill } from './index.ts';

const suzhou: SalePause = { city: '320500', place: '苏州市', text: '医保缴费数据在核对', until: null };
const all: SalePause = { city: null, place: '全省', text: '系统维护', until: '2026-11-27 20:00:00' };

test.each([
  ['320500', suzhou],
  ['320540', suzhou],
  ['320581', suzhou],
  ['320100', null],
])('region %s lies in the pause of its city alone', (region, pause) => {
  expect(pauseOfRegion([suzhou], region)).toBe(pause);
});

test('the whole province stands still for every city; a city’s own reason goes before', () => {
  expect([pauseOfAll(undefined), pauseOfAll([]), pauseOfAll([suzhou])]).toEqual([null, null, null]);
  expect(pauseOfAll([suzhou, all])).toBe(all);
  expect(pauseOfRegion([all, suzhou], '320100')).toBe(all);
  expect(pauseOfRegion([all, suzhou], '320581')).toBe(suzhou);
  expect(pauseOfRegion(undefined, '320100')).toBeNull();
});

test('why, and until when where that is known', () => {
  expect(pauseSentence(suzhou)).toBe('苏州市暂停参保：医保缴费数据在核对');
  expect(pauseSentence(all)).toBe('全省暂停参保：系统维护，预计 2026.11.27 20:00 恢复');
  expect([whyStandsStill([suzhou]), whyStandsStill([suzhou, all])]).toEqual([null, pauseSentence(all)]);
});
