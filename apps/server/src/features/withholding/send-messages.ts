import { spokenDay } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { isQuiet } from '@huimin/domain/text-message';
import { bookingDay, STANDING_CONTRACT } from '@huimin/domain/withholding';
import { inParallel } from '../../coordination/in-parallel.ts';
import type { WithholdingTemplate } from '../../ports/sms-gateway.ts';
import { type ContractRow, contractById } from './contract-store.ts';
import { finishMessage, leaseMessages, type MessageRow } from './message-store.ts';
import { coverOrderOf, peopleOf } from './run-people.ts';
import { type RunRow, runOf } from './run-store.ts';
import type { SigningDependencies } from './withholding-deps.ts';

const PER_ROUND = 50;
const WIDTH = 3;
/** Longer than the gateway takes to answer. */
const LEASE_MS = 2 * 60_000;
const LIMITED_MS = 2 * 60_000;

interface Told {
  readonly template: WithholdingTemplate;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Sends what is due to be told of contracts, outside the night. Returns how many were worked on. */
export async function sendDueMessages(deps: SigningDependencies): Promise<number> {
  const nowMs = deps.clock.now();
  if (isQuiet(nowMs)) return 0;
  const leased = await leaseMessages(deps.database.query, nowMs, LEASE_MS, PER_ROUND);
  await inParallel(
    leased,
    WIDTH,
    (message) => send(deps, message),
    (message, error) => deps.log.error({ kind: message.kind, problem: String(error) }, 'message not sent'),
  );
  return leased.length;
}

async function send(deps: SigningDependencies, message: MessageRow): Promise<void> {
  const { query } = deps.database;
  const contract = await contractById(query, message.shard, message.contract_id);
  const run =
    message.edition_code === ''
      ? null
      : await runOf(query, { shard: message.shard, id: message.contract_id }, message.edition_code);
  const told = contract && content(message, contract, run);
  const isStale = message.not_after !== null && message.not_after <= deps.clock.now();
  const phone = contract && (await phoneOf(deps, contract));
  if (!told || isStale || !phone) {
    return finishMessage(query, message, { state: 'DROPPED', template: told?.template ?? '', atMs: deps.clock.now() });
  }
  const product = deps.editions.edition(message.edition_code || contract.edition_code)?.document.proName ?? '';
  const parameters = { product, ...told.parameters };
  const outId = [contract.contract_code, message.edition_code, message.kind].filter(Boolean).join('-');
  const result = await deps.sms.send({
    ...{ phone, template: told.template, parameters, outId },
    account: { id: contract.user_id, shard: contract.shard },
  });
  const atMs = deps.clock.now();
  const finish = (state: MessageRow['state'], sendAtMs?: number) =>
    finishMessage(query, message, {
      ...{ state, template: told.template, atMs },
      ...(sendAtMs === undefined ? {} : { sendAtMs }),
    });
  if (result.kind === 'accepted') return finish('SENT');
  if (result.kind === 'limited') return finish('WAITING', atMs + LIMITED_MS);
  deps.log.warn({ contractCode: contract.contract_code, kind: message.kind, result: result.kind }, 'message not taken');
  return finish(result.kind === 'unknown' ? 'UNCLEAR' : 'REFUSED');
}

/** What a message says now; null when there is nothing to tell any more. */
function content(message: MessageRow, contract: ContractRow, run: RunRow | null): Told | null {
  if (message.kind === 'closed') return { template: 'withholding-closed', parameters: {} };
  if (!message.kind.startsWith('before-')) return { template: 'withholding-result', parameters: message.parameters };
  const stands = STANDING_CONTRACT.includes(contract.status) && contract.end_requested_at === null;
  if (!run || !stands) return null;
  const amount = formatYuan(run.amount_fen);
  if (run.status === 'ASKING') {
    return { template: 'withholding-ask', parameters: { amount, date: spokenDay(bookingDay(run.due_on, 0)) } };
  }
  if (run.status !== 'PLANNED' && run.status !== 'BOOKED') return null;
  return { template: 'withholding-coming', parameters: { amount, date: spokenDay(run.charge_on) } };
}

/** The phone that the payer keeps for themselves, else the one of the order. */
async function phoneOf(deps: SigningDependencies, contract: ContractRow): Promise<string | null> {
  const { policyholder } = await peopleOf(deps, contract, await coverOrderOf(deps, contract));
  return policyholder.details.phone;
}
