import { messageKind, nextAskMs, nextTryMs, refusalText, sendableMs, tellsTooMuch } from '@huimin/domain/text-message';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { Receipts, SmsGateway, SmsMessage, SmsResult, SmsTemplate } from '../../ports/sms-gateway.ts';
import { marketingOffAt } from '../account/index.ts';
import { raiseDailyAlert } from '../payment/index.ts';
import { tellInbox } from './inbox-message.ts';
import {
  beginMessage,
  keepMessage,
  type MessageRow,
  type NewMessage,
  noteOutcome,
  type Outcome,
  type TakenMessage,
} from './message-store.ts';

export interface MessageSenderDependencies extends Core {
  readonly gateway: SmsGateway & Receipts;
  /** Which gateway it is; templates are registered with each of their own. */
  readonly gatewayName: string;
  /** The settings' templates; a kind without one is not sent. */
  readonly templates: Readonly<Partial<Record<SmsTemplate, string>>>;
}

const MINUTE_MS = 60_000;
const SEAL = 'text-message';
/** What somebody could use who reads it later. */
const NOT_KEPT = ['code', 'link'];
const BLACK_LISTS = /BLACK_KEY_CONTROL|PhoneNumberInBlacklist/;
/** The sender has it and sees to it. */
const KEPT: SmsResult = { kind: 'accepted', providerId: '' };
const TO_ASK_MS = 10 * MINUTE_MS;

export interface MessageContent {
  readonly phone: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export const contentOf = ({ vault }: Pick<Core, 'vault'>, row: Pick<MessageRow, 'message_sealed'>) =>
  vault.openJson<MessageContent>(SEAL, row.message_sealed);

/**
 * The gateway, with every message written down before it goes out and what became of it afterwards. Keeps the night, the
 * wish to get no marketing, and back what would tell too much. It lies in the account's inbox from the same moment on. Of kinds that it tries again itself it answers `accepted` as
 * soon as it has them.
 */
export function createMessageSender(deps: MessageSenderDependencies): SmsGateway {
  const { query } = deps.database;
  return {
    async send(message) {
      const nowMs = deps.clock.now();
      const { again, purpose } = messageKind(message.template);
      const entry = newMessage(deps, message, nowMs);
      const withInbox = <T>(write: (query: Query) => Promise<T>) =>
        purpose === 'code'
          ? write(query)
          : deps.database.transaction(async (inside) => {
              await tellInbox(deps, inside, entry, message);
              return write(inside);
            });
      if (purpose !== 'code' && tellsTooMuch(message.parameters)) {
        deps.log.error({ kind: message.template }, 'a message would have told too much');
        await keepMessage(query, entry, { status: 'technical', reason: 'text', nextAtMs: null });
        return { kind: 'refused', code: 'text', message: 'it would tell who somebody is' };
      }
      if (purpose === 'marketing') {
        const offMs = await marketingOffAt(query, entry.phoneIndex);
        if (offMs !== null && (message.agreedAtMs ?? 0) <= offMs) {
          await keepMessage(query, entry, { status: 'unwanted', reason: null, nextAtMs: null });
          return { kind: 'refused', code: 'unwanted', message: 'the phone gets no marketing' };
        }
      }
      if (deps.templates[message.template] === undefined) {
        if (purpose !== 'code') await tellInbox(deps, query, entry, message);
        return deps.gateway.send(message);
      }
      const sendAtMs = sendableMs(message.template, nowMs);
      if (sendAtMs > nowMs) {
        // Its topic asks again by day.
        if (again !== 'sender') return { kind: 'limited' };
        const kept = { status: 'created', reason: null, nextAtMs: sendAtMs } as const;
        await withInbox((inside) => keepMessage(inside, entry, kept));
        return KEPT;
      }
      const askAtMs = nowMs + TO_ASK_MS;
      const taken = await withInbox((inside) => beginMessage(inside, entry, deps.gatewayName, askAtMs));
      return sendTaken(deps, taken, message);
    },
  };
}

function newMessage(deps: MessageSenderDependencies, message: SmsMessage, nowMs: number): NewMessage {
  const { phone, template, parameters, outId, account } = message;
  const phoneIndex = deps.index.phone(phone);
  const shard = phoneIndex[0] as number;
  const id = deps.orderIds.next(shard);
  const kept = Object.fromEntries(Object.entries(parameters).filter(([name]) => !NOT_KEPT.includes(name)));
  return {
    ...{ shard, id, phoneIndex, nowMs, kind: template, about: outId },
    userId: account?.id ?? null,
    outId: messageKind(template).again === 'sender' ? `T${id}` : outId,
    sealed: deps.vault.sealJson(SEAL, { phone, parameters: kept } satisfies MessageContent),
  };
}

/** By what the gateway knows this try again. */
export const gatewayIdOf = ({ kind, out_id: outId, tries }: Pick<MessageRow, 'kind' | 'out_id' | 'tries'>) =>
  messageKind(kind).again === 'sender' ? `${outId}-${tries}` : outId;

/** Hands one that was taken to the gateway, and notes what it answered. A failed note never has it sent again. */
export async function sendTaken(
  deps: MessageSenderDependencies,
  taken: TakenMessage,
  content: MessageContent,
): Promise<SmsResult> {
  const result = await deps.gateway.send({
    ...{ phone: content.phone, parameters: content.parameters, template: taken.kind as SmsTemplate },
    outId: gatewayIdOf(taken),
    ...(taken.registered_id === null ? {} : { registeredId: taken.registered_id }),
  });
  const nowMs = deps.clock.now();
  const outcome = outcomeOf(taken, result, nowMs);
  try {
    await noteOutcome(deps.database.query, taken, outcome, nowMs);
    if (outcome.status === 'technical') await tellRefusal(deps, outcome.reason ?? '', nowMs);
  } catch (error) {
    deps.log.error({ message: String(taken.id), problem: String(error) }, 'the outcome of a message was not noted');
  }
  return result.kind === 'limited' && outcome.nextAtMs !== null ? KEPT : result;
}

/** Nobody can log in while the gateway sends no codes: operators are told, once a day for each of its reasons. */
function tellRefusal(deps: MessageSenderDependencies, code: string, nowMs: number): Promise<void> {
  const details = { reason: refusalText(code) };
  return raiseDailyAlert(deps.database.query, { kind: 'message-refused', who: deps.gatewayName, code, details }, nowMs);
}

function outcomeOf({ kind, tries }: TakenMessage, result: SmsResult, nowMs: number): Outcome {
  switch (result.kind) {
    case 'accepted':
      return { status: 'sending', reason: null, nextAtMs: nowMs + MINUTE_MS, answer: 'accepted' };
    case 'unknown':
      return { status: 'sending', reason: null, nextAtMs: nowMs + TO_ASK_MS, answer: 'unknown' };
    case 'limited':
      return { status: 'temporary', reason: 'limited', nextAtMs: nextTryMs(kind, tries, nowMs), answer: 'limited' };
    case 'wrong-number':
      return { status: 'permanent', reason: 'wrong-number', nextAtMs: null, answer: 'wrong-number' };
    case 'refused': {
      const { code } = result;
      if (BLACK_LISTS.test(code)) return { status: 'permanent', reason: 'black-list', nextAtMs: null, answer: code };
      return { status: 'technical', reason: code, nextAtMs: null, answer: code };
    }
  }
}

/** Asks the gateway what became of a message, and notes it; what surely did not arrive is tried again later. */
export async function askAbout(deps: MessageSenderDependencies, message: MessageRow): Promise<void> {
  const sentMs = message.sent_at ?? message.created_at;
  const receipt = await deps.gateway.receiptOf({
    phone: contentOf(deps, message).phone,
    outId: gatewayIdOf(message),
    sinceMs: sentMs - MINUTE_MS,
  });
  const nowMs = deps.clock.now();
  const note = (outcome: Outcome) => noteOutcome(deps.database.query, message, outcome, nowMs);
  const again = (reason: string, code: string) =>
    note({ status: 'temporary', reason, nextAtMs: nextTryMs(message.kind, message.tries, nowMs), receipt: code });
  switch (receipt.kind) {
    case 'delivered':
      return note({ status: 'delivered', reason: null, nextAtMs: null, receipt: 'delivered' });
    case 'failed':
      if (!receipt.isForGood) return again('not-reached', receipt.code);
      return note({ status: 'permanent', reason: 'wrong-number', nextAtMs: null, receipt: receipt.code });
    case 'not-taken':
      return again('not-taken', 'not-taken');
    case 'waiting':
    case 'unknown': {
      const nextAtMs = nextAskMs(sentMs, nowMs);
      if (nextAtMs !== null) return note({ status: 'sending', reason: null, nextAtMs });
      // It may have arrived: nobody gets it twice.
      return note({ status: 'temporary', reason: 'no-receipt', nextAtMs: null, receipt: 'no-receipt' });
    }
  }
}
