import type { ConsoleCalls, LuckyRoundViewValue } from '@huimin/contract/console';
import { beijingDateTime, beijingMs, endOfDayMs, parseDate } from '@huimin/domain/date';
import { LUCKY_ACTIONS, type LuckyRules, luckyRulesProblem, oddsText } from '@huimin/domain/lucky';
import { saidYuan } from '@huimin/domain/money';
import { seesEverything, withinScope } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { personOfAccount } from '../insured/index.ts';
import {
  closeRound,
  countChances,
  listRounds,
  openRound,
  prizeClaims,
  prizeParcel,
  prizeSent,
} from '../lucky/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible, type StaffMember } from '../staff/index.ts';
import { type ChannelDeskDependencies, signerOf } from './channel-desk-deps.ts';

const OPEN = 'lucky-open';
const LASTS_MS = 7 * 24 * 60 * 60_000;
const PAGE = 50;
const NO_ROUND = '没有这一轮抽奖';
const TAKEN = '这个轮次编号已经用过了，请换一个';
const NOT_ALL = '抽奖按产品全省一起办，只有数据范围是全省的人能办';

interface OpenWish {
  readonly rules: LuckyRules;
  readonly editionCode: string;
}

/** A round is fixed and its seed drawn in the moment in which another person agrees. */
export function luckyOpenKind(deps: Omit<ChannelDeskDependencies, 'approvals'>): ApprovalKind<OpenWish> {
  return {
    ...{ kind: OPEN, title: '开一轮抽奖', asks: 'lucky.change', decides: 'lucky.approve', lastsMs: LASTS_MS },
    within: ({ editionCode }, member) => seesRound(deps, member, editionCode),
    async run({ rules, editionCode }, { query, askedBy, decidedBy, nowMs }) {
      if (decidedBy === null) throw new NotPossible('staff-rule', '开抽奖要两个人');
      if (![askedBy, decidedBy].every(({ scope }) => seesEverything(scope)))
        throw new NotPossible('staff-rule', NOT_ALL);
      if (rules.endsAtMs <= nowMs) throw new NotPossible('staff-rule', '结束的日子已经过了，请撤回重新申请');
      const by = `${signerOf(askedBy)}，${signerOf(decidedBy)}同意`;
      const isOpened = await openRound({ ...deps, database: { query } }, { rules, editionCode, by });
      if (!isOpened) throw new NotPossible('staff-rule', TAKEN);
    },
  };
}

export function listLuckyRounds(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['listLuckyRounds']> {
  return async (_input, { member }) => {
    const rounds = (await listRounds(deps)).filter(({ editionCode }) => seesRound(deps, member, editionCode));
    const counts = await countChances(
      deps.database.query,
      rounds.map(({ code }) => code),
    );
    const waiting = await deps.approvals.waitingOf(member, [OPEN]);
    return ok({
      rounds: rounds.map(({ editionCode, ...round }): LuckyRoundViewValue => {
        const own = counts.filter(({ round_code }) => round_code === round.code);
        const of = (status: string) => own.find((one) => one.status === status)?.chances ?? 0;
        const edition = deps.editions.edition(editionCode);
        return {
          ...{ ...round, edition: editionCode, editionName: edition?.document.proName ?? editionCode },
          isOffered: edition?.document.luckyDraw === true,
          chances: {
            ...{ ready: of('ready'), lost: of('lost'), won: of('won'), claimed: of('claimed') },
            expired: of('expired'),
          },
          toSend: own.reduce((sum, { to_send }) => sum + to_send, 0),
        };
      }),
      editions: deps.editions
        .all()
        .filter(({ code }) => seesRound(deps, member, code))
        .map(({ code, document }) => ({
          edition: code,
          name: document.proName,
          isOffered: document.luckyDraw === true,
        })),
      waiting: waiting.map(({ approvalNo, subject, reason, askedBy, askedAt }) => ({
        ...{ approvalNo, subject, reason, askedBy, askedAt },
      })),
    });
  };
}

function seesRound(
  { editions }: Pick<ChannelDeskDependencies, 'editions'>,
  { scope }: Pick<StaffMember, 'scope'>,
  editionCode: string,
): boolean {
  const edition = editions.edition(editionCode);
  const insurers = edition?.document.insuranceCompany.map(({ name }) => name) ?? [];
  return withinScope(scope, { insurers });
}

async function roundSeen(deps: ChannelDeskDependencies, member: StaffMember, roundCode: string) {
  const round = (await listRounds(deps)).find(({ code }) => code === roundCode);
  return round && seesRound(deps, member, round.editionCode) ? round : null;
}

export function askLuckyRound(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['askLuckyRound']> {
  return async (input, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', NOT_ALL);
    if ([input.startsOn, input.endsOn].some((day) => parseDate(day) === null)) {
      return fail('bad-input', '没有这一天，请重新选日期');
    }
    if (!deps.editions.edition(input.edition)) return fail('not-found', '没有这个产品版本');
    const rules: LuckyRules = {
      ...{ code: input.roundCode, title: input.roundTitle.trim(), organiser: input.organiser.trim() },
      ...{ approvalNo: input.activityNo.trim(), claimDays: input.claimDays, actions: [...LUCKY_ACTIONS] },
      ...{ startsAtMs: beijingMs(input.startsOn), endsAtMs: endOfDayMs(input.endsOn) },
      prizes: input.prizes.map((prize) => ({ ...prize, name: prize.name.trim(), unit: prize.unit.trim() })),
    };
    const problem = luckyRulesProblem(rules);
    if (problem !== null) return fail('bad-input', problem);
    if (rules.endsAtMs <= deps.clock.now()) return fail('bad-input', '结束的日子已经过了');
    if ((await listRounds(deps)).some(({ code }) => code === rules.code)) return fail('staff-rule', TAKEN);
    const subject = `抽奖 ${rules.code} ${rules.title}`;
    const prizes = rules.prizes.map(
      ({ name, stock, unit, oddsPpm, valueFen }) =>
        `${name} ${stock} ${unit}，机会 ${oddsText(oddsPpm)}，每${unit}值 ${saidYuan(valueFen)} 元`,
    );
    const words = `${input.reason.trim()}。${input.startsOn} 到 ${input.endsOn}；${prizes.join('；')}`;
    const approvalNo = await deps.database.transaction(async (query) => {
      const payload: OpenWish = { rules, editionCode: input.edition };
      await request.note({ subject, detail: words }, query);
      return deps.approvals.ask(query, { kind: OPEN }, { by: request.member, subject, reason: words, payload });
    });
    return ok({ approvalNo: String(approvalNo) });
  };
}

export function closeLuckyRound(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['closeLuckyRound']> {
  return async ({ roundCode, reason }, request) => {
    if (!(await roundSeen(deps, request.member, roundCode))) return fail('not-found', NO_ROUND);
    const done = await deps.database.transaction(async (query) => {
      const isClosed = await closeRound({ ...deps, database: { query } }, roundCode);
      if (isClosed) await request.note({ subject: `抽奖 ${roundCode}`, detail: `提前结束：${reason.trim()}` }, query);
      return isClosed;
    });
    return done ? ok({}) : fail('not-found', '这一轮已经结束');
  };
}

export function listLuckyClaims(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['listLuckyClaims']> {
  return async ({ roundCode, sent, before }, { member }) => {
    if (!(await roundSeen(deps, member, roundCode))) return fail('not-found', NO_ROUND);
    const [, at, id] = /^(\d{1,15})_(\d{1,19})$/.exec(before ?? '') ?? [];
    const asked = {
      isSent: sent === undefined ? null : sent === 'yes',
      before: at === undefined || id === undefined ? null : { atMs: Number(at), id: BigInt(id) },
    };
    const rows = (await prizeClaims(deps, roundCode, asked, PAGE + 1)) ?? [];
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    return ok({
      claims: page.map(({ luckyNo, prizeName, claimedAtMs, sentAtMs, sentBy }) => ({
        ...{ luckyNo, prizeName, claimedAt: beijingDateTime(claimedAtMs), sentBy },
        sentAt: sentAtMs === null ? null : beijingDateTime(sentAtMs),
      })),
      next: rows.length > PAGE && last ? `${last.claimedAtMs}_${last.id}` : null,
    });
  };
}

export function readLuckyParcel(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['readLuckyParcel']> {
  return async ({ luckyNo, reason }, request) => {
    const prize = seesEverything(request.member.scope) ? await prizeParcel(deps, luckyNo) : null;
    if (!prize) return fail('not-found', '没有这份奖品');
    if (!prize.parcel) return fail('staff-rule', '地址已经到期删掉了');
    const person = await personOfAccount(deps.database.query, prize.winner);
    await request.note({ subject: `奖品 ${luckyNo}`, person, detail: `看收件地址：${reason.trim()}` });
    const { name, phone, address } = prize.parcel;
    return ok({ name, phone, address });
  };
}

export function markLuckySent(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['markLuckySent']> {
  return async ({ luckyNo }, request) => {
    if (!seesEverything(request.member.scope)) return fail('not-found', '没有要寄的这份奖品');
    const done = await deps.database.transaction(async (query) => {
      const isSent = await prizeSent({ ...deps, database: { query } }, luckyNo, signerOf(request.member));
      if (isSent) await request.note({ subject: `奖品 ${luckyNo}`, detail: '登记已寄' }, query);
      return isSent;
    });
    return done ? ok({}) : fail('not-found', '没有要寄的这份奖品');
  };
}
