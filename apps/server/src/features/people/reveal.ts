import type { ConsoleCalls, PersonViewValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { maskMiddle, maskName } from '@huimin/domain/person';
import { fail, ok } from '../../http/handler.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { indexOf, keyOf } from './known-people.ts';
import type { PeopleDependencies } from './people-deps.ts';
import { NOBODY, personFor } from './person-for.ts';
import { visiblePeople } from './visible-people.ts';

const MINUTE_MS = 60_000;
/** How long somebody sees a person's data as it is. */
const REVEALED_MS = 15 * MINUTE_MS;
/** How long a request waits for the other person. */
const ASKED_MS = 24 * 60 * MINUTE_MS;

const KIND = 'person-reading';

type Field = 'name' | 'idNumber' | 'phone';
const FIELD_LABELS: Readonly<Record<Field, string>> = { name: '姓名', idNumber: '证件号码', phone: '手机号' };
const PURPOSES = {
  call: '来电核对身份',
  complaint: '处理投诉',
  correction: '改正信息',
  court: '司法或监管要求',
} as const;

interface Reveal {
  readonly person: string;
  readonly fields: readonly Field[];
}

/** Seeing a person's data as it is needs another person each time. */
export const personReadingKind = ({ editions }: Pick<PeopleDependencies, 'editions'>): ApprovalKind<Reveal> => ({
  kind: KIND,
  title: '看完整信息',
  asks: 'person.reveal',
  decides: 'person.approve',
  lastsMs: ASKED_MS,
  async within({ person }, { scope }, { query }) {
    return (await visiblePeople({ editions }, query, scope, [indexOf(person)])).has(person);
  },
  async run({ person, fields }, { query, approvalId, askedBy, decidedBy, nowMs }) {
    if (decidedBy === null) throw new NotPossible('staff-rule', '要由另一个人同意');
    await query(
      `insert into person_reveals (person_index, staff_id, approval_id, fields, until) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [indexOf(person), askedBy.id, approvalId, fields, new Date(nowMs + REVEALED_MS)],
    );
  },
});

export function askToReadPerson(deps: PeopleDependencies): ConsoleHandler<ConsoleCalls['askToReadPerson']> {
  return async ({ person: key, revealed, purpose, ticket, detail }, request) => {
    const { member } = request;
    const person = await personFor(deps, member, key);
    if (person === null) return fail('not-found', NOBODY);
    if (/\d{6}|\d{3}[ -]\d{4}/.test(detail)) {
      return fail('staff-rule', '说明会进入审计日志，本人也能看到，请不要写证件号码和手机号');
    }
    const state = await revealState(deps, person.index, member.id);
    if (state.waiting) return fail('staff-rule', '您的申请还在等第二个人同意');
    const what = revealed.map((field) => FIELD_LABELS[field]).join('、');
    const reason = `${PURPOSES[purpose]}${ticket === undefined ? '' : `，工单 ${ticket}`}：${detail}`;
    const approvalNo = await deps.database.transaction(async (inside) => {
      await request.note({ subject: '一个人', person: person.index, detail: `申请看${what}。${reason}` }, inside);
      const payload: Reveal = { person: keyOf(person.index), fields: revealed };
      const { name, idNumber } = person.details;
      const subject = `${maskName(name)} ${maskMiddle(idNumber)}（${what}）`;
      return deps.approvals.ask(inside, { kind: KIND }, { by: member, subject, person: person.index, reason, payload });
    });
    return ok({ approvalNo: String(approvalNo), status: 'waiting' as const });
  };
}

export function readPerson(deps: PeopleDependencies): ConsoleHandler<ConsoleCalls['readPerson']> {
  return async ({ person: key }, request) => {
    const person = await personFor(deps, request.member, key);
    if (person === null) return fail('not-found', NOBODY);
    const { until, fields } = await revealState(deps, person.index, request.member.id);
    if (until === null) return fail('staff-rule', '没有同意给您看，或者 15 分钟已过，请重新申请');
    const what = fields.map((field) => FIELD_LABELS[field]).join('、');
    await request.note({ subject: '一个人', person: person.index, detail: `看完整的${what}` });
    const { name, idNumber, phone } = person.details;
    const shown = (field: Field, value: string | null) => (fields.includes(field) ? value : null);
    return ok({
      name: shown('name', name),
      idNumber: shown('idNumber', idNumber),
      phone: shown('phone', phone),
      until,
    });
  };
}

/** What this member may see of a person as it is, and until when. */
export async function revealState(
  { database: { query }, clock }: PeopleDependencies,
  person: Buffer,
  staffId: number,
): Promise<PersonViewValue['reveal']> {
  const now = new Date(clock.now());
  const rows = await query<{ fields: Field[]; until: number }>(
    `select fields, until from person_reveals where person_index = $1 and staff_id = $2 and until > $3 order by until`,
    [person, staffId, now],
  );
  const waiting = await query(
    `select 1 as found from staff_approvals
     where kind = $1 and subject_index = $2 and asked_by = $3 and status = 'waiting' and expires_at > $4 limit 1`,
    [KIND, person, staffId, now],
  );
  return {
    // The first that ends: nothing is shown longer than it was agreed to.
    until: rows[0] === undefined ? null : beijingDateTime(rows[0].until),
    fields: [...new Set(rows.flatMap((row) => row.fields))],
    waiting: waiting.length > 0,
  };
}
