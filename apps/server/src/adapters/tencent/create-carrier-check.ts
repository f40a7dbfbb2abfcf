import type { CarrierCheck } from '../../ports/identity-checks.ts';
import { askTc3, type Tc3Account, textOf } from './tc3-call.ts';

const VERSION = '2018-03-01';
/** Results that say nothing about whether the three belong together. */
const CANNOT_TELL = new Set(['-6', '-7', '-8', '-9', '-12']);

/** Tencent Cloud PhoneVerification. A question that got no answer is not asked again here: answers cost money. */
export function createCarrierCheck(account: Tc3Account): CarrierCheck {
  return {
    async check({ name, idNumber, phone }) {
      const answer = await askTc3(account, {
        ...{ service: 'faceid', action: 'PhoneVerification', version: VERSION },
        body: { IdCard: idNumber, Name: name, Phone: phone },
      });
      if (answer.kind !== 'fields') return { kind: 'busy', code: answer.code };
      const result = textOf(answer.fields.Result);
      if (result === '0') return { kind: 'match' };
      if (result === '-4') return { kind: 'mismatch' };
      if (result !== null && CANNOT_TELL.has(result)) return { kind: 'cannot-tell', code: result };
      return { kind: 'busy', code: result ?? 'no-result' };
    },
  };
}
