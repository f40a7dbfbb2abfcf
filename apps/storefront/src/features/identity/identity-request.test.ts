import { expect, test } from 'vitest';
import {
  type IdentityRequest,
  isRoute,
  keepIdentityProof,
  keepIdentityRequest,
  keptIdentityRequest,
  takeIdentityProof,
} from './identity-request.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const request: IdentityRequest = {
  purpose: 'change-phone',
  subject: 'sealed',
  nameMasked: '林*',
  idNumberMasked: '320****02X',
  face: 'wbface',
  triesLeft: 3,
  carrier: false,
  backTo: '/info?step=2',
  manualTo: null,
};

test('a request waits for the person to come back; its proof is taken once, by its own step', () => {
  const storage = memory();
  keepIdentityRequest(request, storage);
  expect(keptIdentityRequest(storage)).toEqual(request);
  keepIdentityProof({ purpose: 'change-phone', token: 'proof' }, storage);
  expect(keptIdentityRequest(storage)).toEqual(request);
  expect(takeIdentityProof('change-payer', storage)).toBeNull();
  expect(takeIdentityProof('change-phone', storage)).toBe('proof');
  expect(takeIdentityProof('change-phone', storage)).toBeNull();
  expect(keptIdentityRequest(storage)).toBeNull();
});

test('a new request forgets a proof that was not used', () => {
  const storage = memory();
  keepIdentityProof({ purpose: 'change-phone', token: 'proof' }, storage);
  keepIdentityRequest(request, storage);
  expect(takeIdentityProof('change-phone', storage)).toBeNull();
});

test('browsers that refuse storage keep it as long as the page; broken content is none', () => {
  const refusing = {
    getItem: () => null,
    setItem: () => {
      throw new Error('refused');
    },
    removeItem: () => {
      throw new Error('refused');
    },
  };
  keepIdentityRequest(request, refusing);
  expect(keptIdentityRequest(refusing)).toEqual(request);
  const broken = { ...memory(), getItem: () => '{' };
  expect(keptIdentityRequest(broken)).toBeNull();
  expect(keptIdentityRequest({ ...memory(), getItem: () => '{"purpose":"change-phone"}' })).toBeNull();
});

test('only a route of the app is a way back', () => {
  expect(['/info', '/info?step=2', '/refund-step1?orderNo=JS1'].every(isRoute)).toBe(true);
  expect(['//evil.example', 'https://evil.example', '/a/b', '/info#x', '', null].some(isRoute)).toBe(false);
});
