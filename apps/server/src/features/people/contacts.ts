import type { ConsoleCalls, PersonViewValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import type { RateRule } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { shardOfUser } from '../../security/order-ids.ts';
import { noteNotice } from '../account/index.ts';
import { type ConsoleHandler, namesOf } from '../staff/index.ts';
import type { PeopleDependencies } from './people-deps.ts';
import { accountsOfPerson } from './person-accounts.ts';
import { NOBODY, personFor } from './person-for.ts';

const SEAL = 'person-contact';
const MOST = 30;
const DAY_MS = 86_400_000;
const MESSAGES: RateRule = { name: 'person-messages', limit: 5, windowMs: DAY_MS };
/** Nobody rings twice with the same words in so short a time; a message may have to be sent once more. */
const CALL_AGAIN_MS = 10 * 60_000;
const MESSAGE_AGAIN_MS = 2 * 60_000;
const KINDS: Readonly<Record<string, string>> = { call: '来电', message: '短信' };

/** What the message asks for, and where in the app it is done. */
const TOPICS = {
  paper: { label: '取凭证', event: '请您取凭证，进入我的参保下载电子保单' },
  change: { label: '改信息', event: '请您改参保信息，进入我的参保选信息变更' },
  order: { label: '看订单', event: '请您办理未完成的订单，进入我的订单查看' },
} as const;

export function notePersonCall(deps: PeopleDependencies): ConsoleHandler<ConsoleCalls['notePersonCall']> {
  return async ({ person: key, ticket, words }, request) => {
    const person = await personFor(deps, request.member, key);
    if (person === null) return fail('not-found', NOBODY);
    const contact: NewContact = { person: person.index, staffId: request.member.id, kind: 'call', ticket, words };
    await deps.database.transaction(async (query) => {
      const isAgain = await isJustKept(deps, query, contact, CALL_AGAIN_MS);
      if (!isAgain) await keepContact(deps, query, contact);
      const detail = `${isAgain ? '又发来，已记过：' : ''}${ticket === undefined ? '来电' : `来电，工单 ${ticket}`}`;
      await request.note({ subject: '一个人', person: person.index, detail }, query);
    });
    return ok({});
  };
}

/** To the phone that is the person's own by a code, otherwise to the one given for that person. */
export function sendPersonMessage(deps: PeopleDependencies): ConsoleHandler<ConsoleCalls['sendPersonMessage']> {
  return async ({ person: key, about, ticket }, request) => {
    const person = await personFor(deps, request.member, key);
    if (person === null) return fail('not-found', NOBODY);
    const [account] = await accountsOfPerson(deps.database.query, person.index, 1);
    const phone = account ? deps.vault.open('phone', account.phone_sealed) : person.details.phone;
    if (phone === null) return fail('staff-rule', '这个人没有留手机号，发不了短信');
    const { label, event } = TOPICS[about];
    const words = `请本人${label}`;
    const contact: NewContact = { person: person.index, staffId: request.member.id, kind: 'message', ticket, words };
    if (await isJustKept(deps, deps.database.query, contact, MESSAGE_AGAIN_MS)) {
      return fail('staff-rule', '刚才已经发了这条短信。本人没有收到，请过两分钟再发');
    }
    if (!(await deps.limiter.allows(MESSAGES, key))) return fail('staff-rule', '今天已发过 5 条，请明天再发');
    await deps.database.transaction(async (query) => {
      const [shard, place] = account
        ? [shardOfUser(account.id), { accountId: account.id }]
        : [person.index[0] ?? 0, undefined];
      await noteNotice(deps, query, shard, phone, event, place);
      await keepContact(deps, query, contact);
      const detail = `发短信：${words}${ticket === undefined ? '' : `，工单 ${ticket}`}`;
      await request.note({ subject: '一个人', person: person.index, detail }, query);
    });
    return ok({ phone: maskPhone(phone) });
  };
}

interface NewContact {
  readonly person: Buffer;
  readonly staffId: number;
  readonly kind: 'call' | 'message';
  readonly ticket: string | undefined;
  readonly words: string;
}

/** Whether the same one wrote down the same a moment ago: its answer was lost, and it was sent once more. */
async function isJustKept(
  deps: PeopleDependencies,
  query: Query,
  contact: NewContact,
  withinMs: number,
): Promise<boolean> {
  const rows = await query<{ words: Buffer }>(
    `select words_sealed as words from person_contacts
     where person_index = $1 and staff_id = $2 and kind = $3 and ticket is not distinct from $4 and at > $5`,
    [...[contact.person, contact.staffId, contact.kind, contact.ticket ?? null], new Date(deps.clock.now() - withinMs)],
  );
  return rows.some(({ words }) => deps.vault.open(SEAL, words) === contact.words);
}

async function keepContact(deps: PeopleDependencies, query: Query, contact: NewContact): Promise<void> {
  await query(
    `insert into person_contacts (person_index, id, at, staff_id, kind, ticket, words_sealed)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      contact.person,
      deps.orderIds.next(contact.person[0] ?? 0),
      new Date(deps.clock.now()),
      contact.staffId,
      contact.kind,
      contact.ticket ?? null,
      deps.vault.seal(SEAL, contact.words),
    ],
  );
}

export async function contactsOf(deps: PeopleDependencies, person: Buffer): Promise<PersonViewValue['contacts']> {
  const { query } = deps.database;
  const rows = await query<{ at: number; staff_id: number; kind: string; ticket: string | null; words: Buffer }>(
    `select at, staff_id, kind, ticket, words_sealed as words from person_contacts
     where person_index = $1 order by id desc limit ${MOST}`,
    [person],
  );
  const names = await namesOf(
    deps,
    query,
    rows.map((row) => row.staff_id),
  );
  return rows.map((row) => ({
    at: beijingDateTime(row.at),
    kind: KINDS[row.kind] ?? row.kind,
    who: names.get(row.staff_id) ?? '',
    ticket: row.ticket,
    words: deps.vault.open(SEAL, row.words),
  }));
}

/** Every word that staff wrote down about a person, oldest first, for that person's copy; not who wrote it. */
export function notesAbout(deps: Pick<Core, 'database' | 'vault'>) {
  return async (person: Buffer): Promise<{ atMs: number; kind: string; words: string }[]> => {
    const rows = await deps.database.query<{ at: number; kind: string; words: Buffer }>(
      'select at, kind, words_sealed as words from person_contacts where person_index = $1 order by id',
      [person],
    );
    return rows.map(({ at, kind, words }) => ({
      ...{ atMs: at, kind: KINDS[kind] ?? kind, words: deps.vault.open(SEAL, words) },
    }));
  };
}
