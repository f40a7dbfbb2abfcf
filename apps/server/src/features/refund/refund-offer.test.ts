import { beijingMs } from '@huimin/domain/date';
import type { SalePause } from '@huimin/domain/product';
import { expect, test } from 'vitest';
import type { LoadedEdition } from '../configuration/index.ts';
import { consequence } from './refund-offer.ts';

const document = {
  editionYear: 2027,
  insureStart: '2026-11-01 09:00:00',
  insureEnd: '2026-12-31 23:59:59',
  underwriteEnd: '2027-01-10 23:59:59',
  underwriteComplete: false,
};
const everywhere: SalePause = { city: null, place: '全省', text: '系统维护', until: null };
const oneCity: SalePause = { ...everywhere, city: '320500', place: '苏州市' };

test.each([
  ['on sale', '2026-11-20', [], '参保截止后不能再买回来。', '参保截止前还可以再升级。'],
  ['one city stands still', '2026-11-20', [oneCity], '参保截止后不能再买回来。', '参保截止前还可以再升级。'],
  [
    'the whole sale stands still',
    '2026-11-20',
    [everywhere],
    '现在暂停参保，恢复以前不能再买回来。',
    '现在暂停参保，恢复以后、参保截止前还可以再升级。',
  ],
  // Who joined early.
  ['not yet on sale', '2026-10-20', [], '参保截止后不能再买回来。', '参保截止前还可以再升级。'],
  [
    'over',
    '2027-01-05',
    [everywhere],
    '现在已经过了参保期，退了不能再买回来。',
    '现在已经过了参保期，退了不能再升级。',
  ],
] as const)('%s: whether what is given back can be bought again', (_, day, pauses, purchase, upgrade) => {
  const edition = { document, pauses } as unknown as LoadedEdition;
  const texts = (['normal', 'upgrade'] as const).map(
    (kind) => consequence(edition, { kind } as never, beijingMs(`${day} 12:00:00`)).text,
  );
  expect(texts).toEqual([purchase, upgrade]);
});
