import type { WithholdingContractValue } from '@huimin/contract';
import { contractStatusLabel, STANDING_CONTRACT } from '@huimin/domain/withholding';
import { insuredDetails, insuredOfOrders, METHOD_LABELS, orderById } from '../order/index.ts';
import { historyOf } from './contract-history.ts';
import { type ContractRow, eventsOf } from './contract-store.ts';
import { messagesOf } from './message-store.ts';
import { runsOf } from './run-store.ts';
import { comingYear } from './run-views.ts';
import { withoutCover } from './settle-contract.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

/** The newest contract of each order, with what happened to all of that order's. `contracts`: one person's, newest first. */
export async function contractViews(
  deps: WithholdingDependencies,
  contracts: readonly ContractRow[],
): Promise<WithholdingContractValue[]> {
  const shard = contracts[0]?.shard ?? 0;
  const newest = contracts.filter(
    (contract, index) => contracts.findIndex((other) => other.order_id === contract.order_id) === index,
  );
  const { query } = deps.database;
  const insured = await insuredOfOrders(
    query,
    shard,
    newest.map((contract) => contract.cover_order_id),
  );
  const ids = contracts.map((contract) => contract.id);
  const [events, messages, runs] = [
    await eventsOf(query, shard, ids),
    await messagesOf(query, shard, ids),
    await runsOf(query, shard, ids),
  ];
  return Promise.all(
    newest.map(async (contract) => {
      const document = deps.editions.edition(contract.edition_code)?.document;
      const order = await orderById(query, shard, contract.order_id);
      const isStanding = STANDING_CONTRACT.includes(contract.status);
      const closing = contract.end_requested_at !== null && (isStanding || contract.status === 'SIGNING');
      const own = new Set(contracts.filter((one) => one.order_id === contract.order_id).map((one) => one.id));
      return {
        contractNo: contract.contract_code,
        orderNo: deps.numbers.orderNo(contract.order_id),
        status: contract.status,
        statusLabel: closing ? '正在关闭' : contractStatusLabel(contract.status),
        standing: isStanding && !closing,
        closing,
        reopenable:
          !isStanding &&
          !closing &&
          document?.automaticReapplicationOffered === true &&
          deps.withholding !== null &&
          order !== null &&
          order.paid_at !== null &&
          !withoutCover(order) &&
          order.status !== 62,
        productName: document?.proName ?? '',
        productShortName: document?.name ?? '',
        editionYear: document?.editionYear ?? 0,
        people: insured
          .filter((person) => contract.insured_ids.includes(String(person.id)))
          .map((person) => ({
            name: insuredDetails(deps, person).name,
            relationship: person.relationship as WithholdingContractValue['people'][number]['relationship'],
          })),
        limitFen: contract.limit_fen,
        methodLabel: METHOD_LABELS.wxpay ?? '微信支付',
        comingYear:
          isStanding && !closing
            ? comingYear(
                deps,
                runs.find((run) => run.contract_id === contract.id),
                contract.edition_code,
              )
            : null,
        toldOfEnd: messages.some(
          ({ contract_id, kind, state }) => contract_id === contract.id && kind === 'closed' && state === 'SENT',
        ),
        history: historyOf(
          events.filter((event) => own.has(event.contract_id)),
          messages.filter((message) => own.has(message.contract_id)),
        ),
      };
    }),
  );
}
