import type { Calls } from '@huimin/contract';
import { beijingMs } from '@huimin/domain/date';
import { answerByMs, bookingDay } from '@huimin/domain/withholding';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { changedDocument } from '../order/index.ts';
import { lockContract, moveContractIn, note, raiseLimit } from './contract-store.ts';
import { contractViews } from './contract-views.ts';
import { ownContract, ownContracts } from './own-contract.ts';
import { moveRun, runOf } from './run-store.ts';
import { changesOf } from './run-terms.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

/** A yes to one edition at the amount that was shown, after its texts were read; it is noted and raises the limit. */
export function confirmWithholding(deps: WithholdingDependencies): Handler<Calls['confirmWithholding']> {
  return async (input, request) => {
    const { query } = deps.database;
    const contract = await ownContract(deps, request.user, input.contractNo);
    if (!contract) return fail('not-found', '没有找到这个签约');
    const run = await runOf(query, contract, input.editionCode);
    const edition = deps.editions.edition(input.editionCode);
    if (!run || !edition) return fail('not-found', '没有找到要确认的扣费');
    const nowMs = deps.clock.now();
    if (run.confirmed_at !== null && run.amount_fen === input.amountFen) return ok(await view());
    if (run.status !== 'ASKING') return fail('order-state', '现在不用确认，请看最新状态');
    if (nowMs >= answerByMs(run.due_on)) return fail('order-state', '确认的时间过了，不会扣费。想投保请自己来买');
    const unitFen = edition.document.plans.find(({ code }) => code === run.plan_code)?.premiumFen;
    if (run.amount_fen !== input.amountFen || unitFen !== run.unit_fen) {
      return fail('order-state', '金额有变化，请重新打开页面看一遍');
    }
    const changed = changedDocument(edition, input);
    if (changed) return fail('documents-changed', `《${changed}》有更新，请重新读完再确认`);
    const changes = changesOf(deps, contract.edition_code, edition.code);
    const covers = changes.filter(({ kind }) => kind === 'cover').length;
    const price = run.unit_fen === run.former_unit_fen ? '价格不变' : '价格变了';
    const told = `${edition.document.editionYear} 年：${price}，保障${covers > 0 ? `有 ${covers} 处变化` : '不变'}`;
    const confirmed = await deps.database.transaction(async (inside) => {
      const locked = await lockContract(inside, contract.shard, contract.id);
      if (!locked || locked.end_requested_at !== null) return false;
      const moved = await moveRun(inside, run, 'Confirmed', {
        ...{ nextAtMs: beijingMs(bookingDay(run.due_on, 0)), atMs: nowMs },
        confirmed: { documents: input.agreedDocuments },
      });
      if (!moved) return false;
      const facts = { by: 'user', atMs: nowMs } as const;
      await note(inside, contract.shard, contract.id, { event: 'YearConfirmed', ...facts, note: told });
      await raiseLimit(inside, contract, run.amount_fen);
      if (locked.status === 'PAUSED') await moveContractIn(inside, contract, 'Resumed', facts);
      return true;
    });
    return confirmed ? ok(await view()) : fail('order-state', '现在不能确认了，请看最新状态');

    async function view() {
      const own = await ownContracts(deps, request.user, input.contractNo);
      const [first] = await contractViews(deps, own);
      if (!first) throw new Error('a contract that was there is gone');
      return first;
    }
  };
}
