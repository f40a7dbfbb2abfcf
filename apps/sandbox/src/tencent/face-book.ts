import type { PeopleBook } from '../identity/people-book.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { Table } from '../state/journal.ts';
import { TencentError } from './tencent-error.ts';

const TOKEN_LIFE_MS = 7200 * 1000;
const RESULT_LIFE_MS = 3 * 86_400_000;

/** How a person came out of the face check. */
export const FACE_ENDINGS = ['pass', 'fail', 'low-similarity', 'name-mismatch', 'quit', 'time-out'] as const;
export type FaceEnding = (typeof FACE_ENDINGS)[number];

export type FaceCheck = {
  bizToken: string;
  ruleId: string;
  idCard: string | undefined;
  name: string | undefined;
  redirectUrl: string | undefined;
  extra: string;
  createdAtMs: number;
  ending?: FaceEnding;
  endedAtMs?: number;
};

export type FaceBook = {
  create(ask: Pick<FaceCheck, 'ruleId' | 'idCard' | 'name' | 'redirectUrl' | 'extra'>): FaceCheck;
  find(bizToken: string): FaceCheck | undefined;
  list(): FaceCheck[];
  /** The person ends the check; one that has a result keeps it. Throws RangeError for an unknown token. */
  end(bizToken: string, ending: FaceEnding): FaceCheck;
  /** Whether the page still lets the person try. */
  isOpen(check: FaceCheck): boolean;
  /** `Text` of a query. Throws `BizTokenIllegal`, `BizTokenExpired`, `RuleIdNotExist`. */
  result(bizToken: string, ruleId: string): Record<string, unknown>;
};

const FACTS: Record<'pass' | 'fail' | 'low-similarity' | 'name-mismatch', Record<string, unknown>> = {
  pass: {
    ...{ ErrCode: 0, ErrMsg: '成功', LiveStatus: 0, LiveMsg: '成功' },
    ...{ Comparestatus: 0, Comparemsg: '成功', Sim: '92.35' },
  },
  fail: {
    ...{ ErrCode: 1004, ErrMsg: '人脸识别检测失败', LiveStatus: -5013, LiveMsg: '活体检测没通过' },
    ...{ Comparestatus: null, Comparemsg: null, Sim: null },
  },
  'low-similarity': {
    ...{ ErrCode: 2016, ErrMsg: '比对相似度未达到通过标准', LiveStatus: 0, LiveMsg: '成功' },
    ...{ Comparestatus: 2016, Comparemsg: '比对相似度未达到通过标准', Sim: '43.10' },
  },
  'name-mismatch': {
    ...{ ErrCode: 2013, ErrMsg: '姓名和身份证号不匹配', LiveStatus: 0, LiveMsg: '成功' },
    ...{ Comparestatus: 2013, Comparemsg: '姓名和身份证号不匹配', Sim: '0.00' },
  },
};

/** Face checks of FaceID: a token for two hours, its result for three days. Quitting leaves no result. */
export function createFaceBook({ clock, journal, keys, random }: SandboxParts, people: PeopleBook): FaceBook {
  const table: Table<FaceCheck> = journal.table('tencent.face-checks');

  const isOpen = (check: FaceCheck): boolean =>
    (check.ending === undefined || check.ending === 'quit') && clock.now() < check.createdAtMs + TOKEN_LIFE_MS;

  return {
    create: (ask) => {
      const hex = random.hex(32).toUpperCase();
      const bizToken = [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, hex);
      const check = { ...ask, bizToken, createdAtMs: clock.now() };
      table.put(bizToken, check);
      return check;
    },
    find: (bizToken) => table.get(bizToken),
    list: () => table.rows(),
    end: (bizToken, ending) => {
      const check = table.get(bizToken);
      if (!check) throw new RangeError(`no face check ${bizToken}`);
      if (!isOpen(check)) return check;
      // The registry knows better than the button: a face cannot pass for a name that the number does not have.
      const known = check.idCard === undefined ? undefined : people.find(check.idCard);
      const mismatch = ending === 'pass' && known !== undefined && known.name !== check.name;
      const ended = { ...check, ending: mismatch ? ('name-mismatch' as const) : ending, endedAtMs: clock.now() };
      table.put(bizToken, ended);
      return ended;
    },
    isOpen,
    result: (bizToken, ruleId) => {
      if (ruleId !== keys.tencent.faceRuleId)
        throw new TencentError('InvalidParameterValue.RuleIdNotExist', 'RuleId不存在');
      const check = table.get(bizToken);
      if (!check) throw new TencentError('InvalidParameterValue.BizTokenIllegal', 'BizToken非法');
      if (clock.now() >= (check.endedAtMs ?? check.createdAtMs) + RESULT_LIFE_MS)
        throw new TencentError('InvalidParameterValue.BizTokenExpired', 'BizToken过期');
      const { ending } = check;
      const open = ending === undefined || ending === 'quit' || ending === 'time-out';
      const facts: Record<string, unknown> = open ? {} : FACTS[ending];
      return {
        ...{ ErrCode: null, ErrMsg: null, LiveStatus: null, LiveMsg: null },
        ...{ Comparestatus: null, Comparemsg: null, Sim: null },
        ...facts,
        IdCard: check.idCard ?? null,
        Name: check.name ?? null,
        Extra: check.extra,
        Mobile: '',
        LivenessDetail: open
          ? []
          : [
              {
                ReqTime: String(check.endedAtMs),
                Seq: `${check.bizToken}-1`,
                Idcard: check.idCard,
                Name: check.name,
                Sim: facts.Sim,
                Errcode: facts.ErrCode,
                Errmsg: facts.ErrMsg,
                Livestatus: facts.LiveStatus,
                Livemsg: facts.LiveMsg,
              },
            ],
      };
    },
  };
}
