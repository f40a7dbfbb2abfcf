import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { InsuredDependencies } from './insured-deps.ts';
import { ownMembers } from './member-store.ts';
import { memberViews } from './member-view.ts';

export function queryFamily(deps: InsuredDependencies): Handler<Calls['queryFamily']> {
  return async (input, request) => {
    const edition = deps.editions.edition(input.productId);
    if (input.productId !== undefined && !edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const rows = await ownMembers(deps.database.query, request.user, null);
    return ok(await memberViews(deps, request.user, rows, edition?.code ?? null));
  };
}
