import { expect, test } from 'vitest';
import { storePlace } from './kinds.ts';

test.each([
  ['/srv/evidence', { folder: '/srv/evidence' }],
  ['s3://evidence', { bucket: 'evidence', prefix: '' }],
  ['s3://copies-2/shop/log/', { bucket: 'copies-2', prefix: 'shop/log/' }],
])('%s is a place for objects', (text, place) => {
  expect(storePlace.parse(text)).toEqual(place);
});

test.each(['s3://', 's3://B', 'ftp://host/folder', 's3://bucket/a b'])('%s is none', (text) => {
  expect(() => storePlace.parse(text)).toThrow('s3://');
});
