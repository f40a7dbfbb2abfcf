import { beforeEach, expect, test } from 'vitest';
import { keepNote } from '../../channel/tab-note.ts';
import {
  forgetIdentityRequest,
  type IdentityRequest,
  isRoute,
  keepIdentityProof,
  keepIdentityRequest,
  keptIdentityRequest,
  takeIdentityProof,
} from './identity-request.ts';

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

beforeEach(forgetIdentityRequest);

test('a request waits for the person to come back; its proof is taken once, by its own step', () => {
  keepIdentityRequest(request);
  expect(keptIdentityRequest()).toEqual(request);
  keepIdentityProof({ purpose: 'change-phone', token: 'proof' });
  expect(keptIdentityRequest()).toEqual(request);
  expect(takeIdentityProof('change-payer')).toBeNull();
  expect(takeIdentityProof('change-phone')).toBe('proof');
  expect(takeIdentityProof('change-phone')).toBeNull();
  expect(keptIdentityRequest()).toBeNull();
});

test('a new request forgets a proof that was not used', () => {
  keepIdentityProof({ purpose: 'change-phone', token: 'proof' });
  keepIdentityRequest(request);
  expect(takeIdentityProof('change-phone')).toBeNull();
});

test('what is not a whole request is none', () => {
  keepNote('huimin-identity-request', { purpose: 'change-phone' });
  expect(keptIdentityRequest()).toBeNull();
  keepNote('huimin-identity-request', { ...request, backTo: 'https://evil.example' });
  expect(keptIdentityRequest()).toBeNull();
});

test('only a route of the app is a way back', () => {
  expect(['/info', '/info?step=2', '/refund-step1?orderNo=JS1'].every(isRoute)).toBe(true);
  expect(['//evil.example', 'https://evil.example', '/a/b', '/info#x', '', null].some(isRoute)).toBe(false);
});
