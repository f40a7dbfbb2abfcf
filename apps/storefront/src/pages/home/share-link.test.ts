import { expect, it } from 'vitest';
import { homeAddress } from './share-link.ts';

it('hands on the home page of this site with the kept parameters', () => {
  const place = { origin: 'https://a.example', pathname: '/', search: '', hash: '#/index?shareCode=7&area=320500' };
  expect(homeAddress(place)).toBe('https://a.example/#/index?shareCode=7&area=320500');
  expect(homeAddress({ ...place, hash: '' })).toBe('https://a.example/#/index');
});
