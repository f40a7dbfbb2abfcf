import { addYears, beijingDate, beijingMs } from '@huimin/domain/date';
import { isOnSale } from '@huimin/domain/product';
import { nextMessageMs } from '@huimin/domain/text-message';
import { answerByMs, bookingDay, differsByMoreThanHalf, dueDay, messagesBefore } from '@huimin/domain/withholding';
import { inParallel } from '../../coordination/in-parallel.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { type ContractRow, contractsWithoutRun, lockContract, note } from './contract-store.ts';
import { planMessages } from './message-store.ts';
import { coverOrderOf, peopleOf, withoutCoverYet } from './run-people.ts';
import { insertRun, type NewRun, runsOf } from './run-store.ts';
import { codesOfYear, followingEditions, plansToCome, reasonsToAsk } from './run-terms.ts';
import type { SigningDependencies } from './withholding-deps.ts';

const PACE = { perRound: 50, width: 3 };
/** While residents stand in line: the first days of a sale are also when most years are planned. */
const GIVING_WAY: typeof PACE = { perRound: 5, width: 1 };

const LOOK_AGAIN_MS = 10 * 60_000;

/** Plans the coming year of contracts whose next edition is on sale; looks seldom while there is nothing to plan. */
export function runPlanner(deps: SigningDependencies): () => Promise<number> {
  let idle = { editions: '', untilMs: 0 };
  return async () => {
    const nowMs = deps.clock.now();
    const editions = deps.editions
      .all()
      .map(({ code, configVersion, document }) => `${code} ${configVersion} ${isOnSale(document, nowMs)}`)
      .join();
    if (editions === idle.editions && nowMs < idle.untilMs) return 0;
    const pace = (await deps.residentsWait()) ? GIVING_WAY : PACE;
    const planned = await planDueRuns(deps, pace);
    if (planned === 0) idle = { editions, untilMs: nowMs + LOOK_AGAIN_MS };
    // Zero: the next round comes by itself, not at once.
    return pace === GIVING_WAY ? 0 : planned;
  };
}

async function planDueRuns(deps: SigningDependencies, { perRound, width }: typeof PACE): Promise<number> {
  let planned = 0;
  for (const edition of deps.editions.all()) {
    const following = followingEditions(deps, edition.code);
    const [first] = following;
    if (!first) continue;
    const ofYear = codesOfYear(deps, first.code);
    const contracts = await contractsWithoutRun(
      deps.database.query,
      edition.code,
      ofYear,
      plansToCome(deps, following),
      perRound,
    );
    await inParallel(
      contracts,
      width,
      async (contract) => {
        const next = following.find(({ document }) => sells(document, contract.plan_code)) ?? first;
        if (await planRun(deps, contract, next, ofYear)) planned++;
      },
      (contract, error) =>
        deps.log.error({ contractCode: contract.contract_code, problem: String(error) }, 'year not planned'),
    );
  }
  return planned;
}

const sells = ({ plans }: LoadedEdition['document'], planCode: string) => plans.some(({ code }) => code === planCode);

/** Plans one year: a day, an amount, messages, and a question where what was agreed to does not cover it. */
async function planRun(
  deps: SigningDependencies,
  contract: ContractRow,
  edition: LoadedEdition,
  ofYear: readonly string[],
): Promise<boolean> {
  const nowMs = deps.clock.now();
  const cover = await coverOrderOf(deps, contract);
  const { insured } = await peopleOf(deps, contract, cover);
  const people = await withoutCoverYet(deps, insured, ofYear);
  const unitFen = edition.document.plans.find(({ code }) => code === contract.plan_code)?.premiumFen;
  const amountFen = (unitFen ?? 0) * people.length;
  const due = dueDay({
    todayBeijing: beijingDate(nowMs),
    anniversary: addYears(beijingDate(cover.paid_at ?? nowMs), 1),
    endsOn: beijingDate(beijingMs(edition.document.insureEnd)),
  });
  const reasons =
    unitFen === undefined ? [] : await reasonsToAsk(deps, { contract, cover, edition, unitFen, totalFen: amountFen });
  const out = whyLeftOut({ people: people.length, unitFen, formerUnitFen: cover.unit_premium_fen, due });
  const dueOn = due ?? beijingDate(nowMs);
  const run: NewRun = {
    shard: contract.shard,
    id: deps.orderIds.next(contract.shard),
    contract_id: contract.id,
    user_id: contract.user_id,
    cover_order_id: cover.id,
    edition_code: edition.code,
    plan_code: contract.plan_code,
    status: out ? 'LEFT_OUT' : reasons.length > 0 ? 'ASKING' : 'PLANNED',
    reasons,
    unit_fen: unitFen ?? 0,
    former_unit_fen: cover.unit_premium_fen,
    people_count: people.length,
    amount_fen: amountFen,
    due_on: dueOn,
    end_note: out?.note ?? null,
    nowMs,
    nextAtMs: out ? null : reasons.length > 0 ? answerByMs(dueOn) : beijingMs(bookingDay(dueOn, 0)),
  };
  return deps.database.transaction(async (query) => {
    await lockContract(query, contract.shard, contract.id);
    // Another server may know another edition of that year, and have planned it by that one meanwhile.
    const runs = await runsOf(query, contract.shard, [contract.id]);
    if (runs.some(({ edition_code }) => ofYear.includes(edition_code)) || !(await insertRun(query, run))) return false;
    if (!out) {
      const messages = messagesBefore(dueOn, nowMs).map(({ daysBefore, atMs, notAfterMs }) => ({
        ...{ kind: `before-${daysBefore}`, sendAtMs: atMs, notAfterMs },
      }));
      await planMessages(query, contract, edition.code, messages);
      return true;
    }
    const told = `${edition.document.editionYear} 年：${out.note}`;
    await note(query, contract.shard, contract.id, { event: 'YearEnded', by: 'merchant', atMs: nowMs, note: told });
    if (out.tell) {
      const message = { kind: 'ended', sendAtMs: nextMessageMs(nowMs), parameters: { result: out.note } };
      await planMessages(query, contract, edition.code, [message]);
    }
    return true;
  });
}

/** Why nobody is insured by a contract this year, and whether the payer is told of it. */
function whyLeftOut(facts: {
  readonly people: number;
  readonly unitFen: number | undefined;
  readonly formerUnitFen: number;
  readonly due: string | null;
}): { readonly note: string; readonly tell: boolean } | null {
  if (facts.people === 0) return { note: '都已经参保，不用扣费', tell: false };
  if (facts.unitFen === undefined) return { note: '原来的方案不卖了，没有扣费，也没有投保', tell: true };
  if (differsByMoreThanHalf(facts.formerUnitFen, facts.unitFen)) {
    return { note: '价格变化超过一半，不能自动扣费，想投保请自己来买', tell: true };
  }
  if (facts.due === null) return { note: '离参保结束太近，来不及提前通知，没有扣费，想投保请自己来买', tell: true };
  return null;
}
