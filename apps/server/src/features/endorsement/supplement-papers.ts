import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { FILES_GONE, giveFiles } from '../uploads/index.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { decidedTogether, moved, TOO_LATE, Undone } from './change-moves.ts';
import { changeById, changeOfOwner, holdOrders } from './change-store.ts';
import { viewOfChange } from './hand-in-change.ts';

const NOT_FOUND = '没有找到这份申请';

/** Further papers for a change: where they were asked for it goes on; before, they lie with the others. Safe to repeat. */
export function supplementPapers(deps: ChangeDependencies): Handler<Calls['supplementPapers']> {
  return async ({ changeNo, fileIds }, request) => {
    const id = deps.numbers.changeId(changeNo);
    const found = id === null ? null : await changeOfOwner(deps.database.query, request.user, id);
    if (!found) return fail('not-found', NOT_FOUND);
    const given = await decidedTogether(deps, async (query) => {
      await holdOrders(query, found.shard, [found.orderId]);
      const change = await changeById(query, found.shard, found.id);
      if (!change) return fail('not-found', NOT_FOUND);
      if (change.status !== 'REVIEWING' && change.status !== 'PAPERS_WANTED') return TOO_LATE;
      if (!(await giveFiles(deps, query, change, fileIds, change.id))) {
        throw new Undone(fail('not-found', FILES_GONE));
      }
      if (change.status === 'PAPERS_WANTED') {
        await moved(deps, query, change, { event: 'PapersGiven', byWhom: 'user', note: null, isTold: false });
      }
      return ok(null);
    });
    return given.ok ? viewOfChange(deps, request, found.id) : given;
  };
}
