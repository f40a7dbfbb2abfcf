import { beijingDay } from '../clock/beijing-time.ts';
import type { Router } from '../http/router.ts';
import { addCentreCalls, type CentreCall } from '../medical-account/centre-door.ts';
import { CentreError, fieldError } from '../medical-account/centre-error.ts';
import { need, personOf } from '../medical-account/centre-input.ts';
import { momentOf } from '../medical-account/envelope.ts';
import { canonicalJson, type Data } from '../medical-account/signing.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import {
  BUSY,
  createRegistryBook,
  magicOf,
  type RegisteredLabel,
  type RegistryBook,
  SILENT,
  SLOW,
  WRONGLY_SIGNED,
} from './registry-book.ts';

const QUERY_NO = /^[0-9A-Za-z]{8,32}$/;
const RULE_VERSION = '2026.1';
const DAY_MS = 24 * 3_600_000;
/** A consent that is older is asked for anew. */
const CONSENT_LIFE_MS = 2 * DAY_MS;
/** How long a private computation of a slow person takes. */
const SLOW_MS = 120_000;
const TRUSTED = ['queryNo', 'idType', 'idNo', 'userName', 'productCode', 'basis', 'consentVersion', 'consentTime'];
const PRIVATE = ['queryNo', 'subjectHash', 'productCode', 'basis', 'consentVersion', 'consentTime'];

export type PreExistingControl = Pick<RegistryBook, 'people' | 'questions'>;
export type RunningPreExisting = { control: PreExistingControl; reset(): void };

/** Puts the platform that tells of pre-existing conditions on the router. */
export function startPreExisting(router: Router, parts: SandboxParts): RunningPreExisting {
  const book = createRegistryBook(parts);
  const { appId, appSecret, app, platform } = parts.keys.preExisting;
  const own = { ...parts, keys: { medicalAccount: { appId, appSecret, app, platform } } };
  addCentreCalls(router, own, registryCalls(parts, book), 'pre-existing');
  return { control: book, reset: () => book.reset() };
}

function registryCalls({ clock }: SandboxParts, book: RegistryBook): CentreCall[] {
  const taken = (data: Data, way: 'trusted' | 'private', runsMs: number) => {
    const queryNo = need(data, 'queryNo', QUERY_NO);
    need(data, 'productCode', /^[a-z0-9]{2,20}$/);
    need(data, 'basis', /^(self|guardian)$/);
    need(data, 'consentVersion', /^[1-9]\d{0,2}$/);
    const consentAtMs = momentOf(need(data, 'consentTime', /^\d{14}$/));
    const now = clock.now();
    if (!(consentAtMs <= now + 60_000)) throw fieldError('consentTime', '在将来');
    if (consentAtMs < now - CONSENT_LIFE_MS) throw new CentreError('40301', '授权已过期');
    const asked = canonicalJson(data);
    const question = book.ask({ queryNo, asked, way, askedAtMs: now, readyAtMs: now + runsMs });
    if (!question) throw new CentreError('40901', '编号重复，内容不同');
    return question;
  };
  const answerOf = (queryNo: string, { label, classCode }: Pick<RegisteredLabel, 'label' | 'classCode'>): Data => ({
    queryNo,
    result: label,
    ...(label === 'Y' && classCode ? { classCode } : {}),
    ruleVersion: RULE_VERSION,
    // What was settled the day before is in.
    dataDate: beijingDay(clock.now() - DAY_MS).replaceAll('-', ''),
  });
  const match = (data: Data) => ({ outTradeNo: typeof data.queryNo === 'string' ? data.queryNo : undefined });

  return [
    {
      name: 'trusted.query',
      path: '/pec/api/v1/trusted/query',
      match,
      spoils: (data) => {
        const magic = typeof data.idNo === 'string' ? magicOf(data.idNo) : '';
        if (magic === BUSY) return 'busy';
        if (magic === SILENT) return 'silence';
        return magic === WRONGLY_SIGNED ? 'wrong-signature' : undefined;
      },
      handle: (data) => {
        onlyFields(data, TRUSTED);
        const { idNo, userName } = personOf(data);
        const { queryNo } = taken(data, 'trusted', 0);
        return answerOf(queryNo, book.byNumber(idNo, userName));
      },
    },
    {
      name: 'private.submit',
      path: '/pec/api/v1/private/submit',
      match,
      handle: (data): Data => {
        // Anything that would say who is meant is refused: the hash is all there may be.
        onlyFields(data, PRIVATE);
        const known = book.byHash(need(data, 'subjectHash', /^[0-9a-f]{64}$/));
        const slow = known !== undefined && magicOf(known.idNo) === SLOW;
        const { queryNo, readyAtMs } = taken(data, 'private', slow ? SLOW_MS : 0);
        if (clock.now() < readyAtMs) return { queryNo, taskState: 'RUNNING' };
        return { ...answerOf(queryNo, known ?? { label: 'N' }), taskState: 'DONE' };
      },
    },
  ];
}

function onlyFields(data: Data, allowed: readonly string[]): void {
  const extra = Object.keys(data).find((name) => !allowed.includes(name));
  if (extra !== undefined) throw fieldError(extra, '不应传送');
}
