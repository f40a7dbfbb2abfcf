import type { WithholdingContractValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { contractStatusLabel, STANDING_CONTRACT } from '@huimin/domain/withholding';
import { insuredDetails, insuredOfOrders, METHOD_LABELS, orderById } from '../order/index.ts';
import { type ContractRow, type EventRow, eventsOf, type NotedEvent } from './contract-store.ts';
import { withoutCover } from './settle-contract.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

type Step = WithholdingContractValue['history'][number];

/** How a kind of event reads; what is not listed here is not told. */
const TITLES: Partial<Readonly<Record<NotedEvent, { readonly title: string; readonly state: Step['state'] }>>> = {
  Signed: { title: '您开通了自动重新投保', state: 'done' },
  NotSigned: { title: '没有开通成功', state: 'bad' },
  ChargeBooked: { title: '已预约扣费', state: 'done' },
  ChargeSucceeded: { title: '扣费成功', state: 'done' },
  ChargeFailed: { title: '没有扣成', state: 'bad' },
  EndedByUser: { title: '您关闭了自动重新投保', state: 'done' },
  EndedByMerchant: { title: '自动重新投保已由我们关闭', state: 'done' },
  EndedByTime: { title: '自动重新投保到期了', state: 'done' },
};

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
    newest.map((contract) => contract.order_id),
  );
  const events = await eventsOf(
    query,
    shard,
    contracts.map((contract) => contract.id),
  );
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
        history: events.filter((event) => own.has(event.contract_id)).flatMap(step),
      };
    }),
  );
}

function step(event: EventRow): Step[] {
  const told = TITLES[event.event];
  if (!told) return [];
  const note = event.event === 'EndedByUser' ? '本人操作' : null;
  return [{ ...told, note, amountFen: event.amount_fen, at: formatDateTime(event.at) }];
}
