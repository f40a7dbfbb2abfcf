import { createHmac } from 'node:crypto';
import type { Sandbox } from '../create-sandbox.ts';
import { wireTime } from '../medical-account/envelope.ts';
import type { Data } from '../medical-account/signing.ts';
import { type Scenario, seen } from './fault-stage.ts';
import { centreCall } from './medical-account-shop.ts';

/** What every question carries besides who it is about. */
export function questionData(sandbox: Sandbox, queryNo: string, more: Data): Data {
  const consentTime = wireTime(sandbox.clock.now());
  return { queryNo, productCode: 'demo27', basis: 'self', consentVersion: '1', consentTime, ...more };
}

export function subjectHash(sandbox: Sandbox, { idNo, userName }: { idNo: string; userName: string }): string {
  const key = Buffer.from(sandbox.keys.preExisting.subjectKeyBase64, 'base64');
  return createHmac('sm3', key).update(`PX-1\n01\n${idNo}\n${userName}`).digest('hex');
}

const PERSON = { idNo: '32010619880316002X', userName: '林美' };

const scenario =
  (path: 'trusted' | 'private', about: (sandbox: Sandbox) => Data): Scenario =>
  async (stage) => {
    const { sandbox } = stage;
    const given = await seen(stage, centreCall(sandbox, path, questionData(sandbox, 'QUERY0001', about(sandbox))));
    const asked = sandbox.control.preExisting.questions().map(({ queryNo }) => queryNo);
    if (given === 'no answer') return [given, asked];
    return [given.status, given.text.slice(0, 1), given.code, given.signed, given.data, asked];
  };

/** For both ways to ask, how to see what a fault does to it. */
export const preExistingScenarios: Record<string, Scenario> = {
  'trusted.query': scenario('trusted', () => ({ idType: '01', ...PERSON })),
  'private.submit': scenario('private', (sandbox) => ({ subjectHash: subjectHash(sandbox, PERSON) })),
};
