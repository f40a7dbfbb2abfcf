import type { Calls, InputOf, OutputOf } from '@huimin/contract';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { marketingOffAt, switchMarketingOff } from '../account/index.ts';
import { standingQueries, withdrawOwnQueries } from '../pre-existing/index.ts';
import { openContractsOf, requestEnd } from '../withholding/index.ts';

type Consent = NonNullable<InputOf<Calls['askRight']>['consents']>[number];

interface ConsentKind {
  /** How many stand. */
  standing(query: Query, user: SessionUser): Promise<number>;
  label(count: number): string;
  readonly effect: string;
  /** Within the caller's transaction. May be repeated. */
  takeBack(query: Query, user: SessionUser, nowMs: number): Promise<void>;
}

/** What was agreed to beside the contract and can end at once. */
const CONSENTS: Readonly<Record<Consent, ConsentKind>> = {
  marketing: {
    standing: async (query, user) => ((await marketingOffAt(query, user.phoneIndex)) === null ? 1 : 0),
    label: () => '营销短信',
    effect: '不再发开售和续保的提醒；保单、付款、退款的短信还发',
    takeBack: (query, user, nowMs) => switchMarketingOff(query, user.phoneIndex, nowMs),
  },
  'pre-existing': {
    standing: async (query, user) => (await standingQueries(query, user)).length,
    label: (count) => `既往症查询授权，${count} 次`,
    effect: '查到的结果和交的材料马上删除',
    takeBack: async (query, user, nowMs) => void (await withdrawOwnQueries(query, user, nowMs)),
  },
  withholding: {
    standing: async (query, user) => (await openContractsOf(query, user)).length,
    label: (count) => `自动扣费，${count} 份`,
    effect: '以后不再自动扣，下一年要保障请自己来参保；现在的保单不受影响',
    takeBack: async (query, user, nowMs) => {
      for (const contract of await openContractsOf(query, user)) await requestEnd(query, contract, 'user', nowMs);
    },
  },
};

export async function standingConsents(
  query: Query,
  user: SessionUser,
): Promise<OutputOf<Calls['showOwnData']>['consents']> {
  const shown = [];
  for (const [consent, kind] of Object.entries(CONSENTS) as [Consent, ConsentKind][]) {
    const count = await kind.standing(query, user);
    if (count > 0) shown.push({ consent, label: kind.label(count), effect: kind.effect });
  }
  return shown;
}

/** Takes these back, within the caller's transaction; answers in words what was. */
export async function takeBackConsents(
  query: Query,
  user: SessionUser,
  consents: readonly Consent[],
  nowMs: number,
): Promise<string> {
  const done = [];
  for (const consent of consents) {
    const kind = CONSENTS[consent];
    const count = await kind.standing(query, user);
    if (count === 0) continue;
    await kind.takeBack(query, user, nowMs);
    done.push(`${kind.label(count)}（${kind.effect}）`);
  }
  return done.length === 0 ? '这些同意已经撤回过了。' : `已撤回：${done.join('；')}。`;
}
