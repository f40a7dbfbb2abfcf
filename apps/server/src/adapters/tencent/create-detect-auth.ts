import type { FaceFailure, FaceProvider, FaceResult } from '../../ports/identity-checks.ts';
import { askTc3, objectOf, type Tc3Account, type Tc3Fields, textOf } from './tc3-call.ts';

export interface DetectAuthOptions extends Tc3Account {
  /** The rule that is set up in Tencent's console: what is looked at and compared. */
  readonly ruleId: string;
}

const VERSION = '2018-03-01';
/** Text only: pictures and films of the person never come here. */
const TEXT_ONLY = '1';
const WRONG_PERSON = /^FailedOperation\.(IdFormatError|IdPhotoPoorQuality|IdNameMisMatch)|^InvalidParameterValue$/;
const TOKEN_GONE = 'InvalidParameterValue.BizTokenExpired';

/** Tencent Cloud's hosted face check: DetectAuth opens it, GetDetectInfoEnhanced tells its result. */
export function createDetectAuth(options: DetectAuthOptions): FaceProvider {
  return {
    code: 'detect-auth',

    async begin({ name, idNumber, checkNo, returnUrl }) {
      const answer = await askTc3(options, {
        ...{ service: 'faceid', action: 'DetectAuth', version: VERSION },
        body: { RuleId: options.ruleId, IdCard: idNumber, Name: name, RedirectUrl: returnUrl, Extra: checkNo },
      });
      if (answer.kind === 'error' && WRONG_PERSON.test(answer.code)) return { kind: 'wrong-person', code: answer.code };
      if (answer.kind !== 'fields') return { kind: 'busy', code: answer.code };
      const [url, handle] = [textOf(answer.fields.Url), textOf(answer.fields.BizToken)];
      if (url === null || handle === null || handle.length > 64 || !isPage(url, options.baseUrl)) {
        return { kind: 'busy', code: 'bad-answer' };
      }
      return { kind: 'begun', url, handle };
    },

    async result({ checkNo, handle }) {
      const answer = await askTc3(options, {
        ...{ service: 'faceid', action: 'GetDetectInfoEnhanced', version: VERSION },
        body: { BizToken: handle, RuleId: options.ruleId, InfoType: TEXT_ONLY },
      });
      if (answer.kind === 'error' && answer.code === TOKEN_GONE) return { kind: 'none' };
      if (answer.kind !== 'fields') return { kind: 'busy', code: answer.code };
      const text = objectOf(answer.fields.Text);
      return text === null || (textOf(text.Extra) ?? checkNo) !== checkNo
        ? { kind: 'busy', code: 'bad-answer' }
        : resultOf(text);
    },
  };
}

function resultOf(text: Tc3Fields): FaceResult {
  const { ErrCode: code } = text;
  if (code === null || code === undefined) return { kind: 'none' };
  if (typeof code !== 'number') return { kind: 'busy', code: 'bad-answer' };
  if (code !== 0) return { kind: 'failed', reason: failureOf(text), code: String(code) };
  const [name, idNumber] = [textOf(text.Name), textOf(text.IdCard)];
  if (name === null || idNumber === null) return { kind: 'busy', code: 'bad-answer' };
  return { kind: 'passed', person: { name, idNumber } };
}

/** The numbers of failures are many and change; which of the two halves failed is told apart. */
function failureOf({ LiveStatus, Sim }: Tc3Fields): FaceFailure {
  if (typeof LiveStatus === 'number' && LiveStatus !== 0) return 'not-live';
  if (typeof Sim === 'string' && Number(Sim) === 0) return 'name-mismatch';
  return typeof Sim === 'string' ? 'not-same' : 'other';
}

/** A page to send a browser to: secure, unless the service itself is a stand-in that is not. */
function isPage(url: string, baseUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && baseUrl.startsWith('http:'));
}
