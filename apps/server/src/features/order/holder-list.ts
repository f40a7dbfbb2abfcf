import type { Calls, OutputOf } from '@huimin/contract';
import { maskMiddle } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { type Handler, ok } from '../../http/handler.ts';
import { insuredOfOrders, type OrderRow, ordersOfOwner } from './order-store.ts';
import { insuredDetails, maskedPerson, type OrderViewDependencies, policyholderDetails } from './order-views.ts';

/** More orders of earlier editions than anybody has. */
const LIMIT = 100;

type Editions = OutputOf<Calls['holderList']>['editions'];

/** Who was insured in the editions before the one on sale, by edition; numbers masked. */
export function holderList(deps: OrderViewDependencies): Handler<Calls['holderList']> {
  return async (_input, { user }) => {
    const { query } = deps.database;
    const current = deps.editions.edition()?.document.editionYear ?? 0;
    const all = { statuses: null, editionYear: null, paidOnly: true, beforeId: null, limit: LIMIT };
    const orders = (await ordersOfOwner(query, user, all)).filter((order) => order.edition_year < current);
    const insured = await insuredOfOrders(
      query,
      user.shard,
      orders.map((order) => order.id),
    );
    const codes = [...new Set(orders.map((order) => order.edition_code))];
    const editions = codes.map((code): Editions[number] => {
      const of = orders.filter((order) => order.edition_code === code);
      const [newest] = of as [OrderRow];
      return {
        editionCode: code,
        editionYear: newest.edition_year,
        productName: deps.editions.edition(code)?.document.proName ?? '',
        holder: maskedPerson(policyholderDetails(deps, newest)),
        insured: of.flatMap((order) =>
          insured
            .filter((row) => row.order_id === order.id)
            .map((row) => {
              const details = insuredDetails(deps, row);
              return {
                orderNo: deps.numbers.orderNo(order.id),
                name: details.name,
                idNumberMasked: maskMiddle(details.idNumber),
                relationship: row.relationship as Editions[number]['insured'][number]['relationship'],
                regionText: regionDisplayText(row.region_code) ?? row.region_code,
                isVoid: row.is_void,
              };
            }),
        ),
      };
    });
    return ok({ editions: editions.sort((left, right) => right.editionYear - left.editionYear) });
  };
}
