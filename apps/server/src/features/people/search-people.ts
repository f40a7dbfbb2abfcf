import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDate, beijingMs } from '@huimin/domain/date';
import { canonicalIdNumber, IDENTITY_CARD, spokenName } from '@huimin/domain/person';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { orderIdOf, shardOfOrder } from '../../security/order-ids.ts';
import { type PersonPolicyRow, policiesOfPeople, policiesOfPerson } from '../policy-search/index.ts';
import { type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { byPart, type KnownPerson, keyOf, knownPeople, notePeople, partIndex } from './known-people.ts';
import type { PeopleDependencies } from './people-deps.ts';
import { lineOf } from './person-line.ts';
import { visiblePeople } from './visible-people.ts';

/** How often one of the staff may search in a day, by the Beijing calendar. */
const DAY_LIMIT = 200;
/** More are not shown: something has to be added. */
const SHOWN = 20;
/** So many are looked through by what their index does not know. */
const LOOKED_THROUGH = 300;

const CALL = 'searchPeople';
const OVER = `今天已查 ${DAY_LIMIT} 次，到了上限。还要查，请明天再来，或请组长代查`;

type Search = Parameters<ConsoleHandler<ConsoleCalls['searchPeople']>>[0];

export function countPeopleSearches(deps: PeopleDependencies): ConsoleHandler<ConsoleCalls['countPeopleSearches']> {
  return async (_input, { member }) =>
    ok({ searchedToday: await searchesToday(deps, deps.database.query, member.id), limit: DAY_LIMIT });
}

export function searchPeople(deps: PeopleDependencies): ConsoleHandler<ConsoleCalls['searchPeople']> {
  return async (input, request) => {
    const { query, transaction } = deps.database;
    const unclear = unclearSearch(input);
    if (unclear !== null) return fail('bad-input', unclear);
    if ((await searchesToday(deps, query, request.member.id)) >= DAY_LIMIT) {
      await request.note({ subject: '查人', outcome: 'refused', detail: '超过每天的次数' });
      return fail('staff-rule', OVER);
    }
    const asked = await candidates(deps, query, input);
    const visible = await visiblePeople(deps, query, request.member.scope, asked);
    const indexes = asked.filter((index) => visible.has(keyOf(index)));
    const known = await knownPeople(deps, query, indexes);
    const fitting = indexes
      .map((index) => known.get(keyOf(index)))
      .filter((one) => one !== undefined && fits(one, input));
    const found: { person: KnownPerson; policies: PersonPolicyRow[] }[] = [];
    for (let at = 0; at < fitting.length && found.length <= SHOWN; at += SHOWN + 1) {
      const some = (fitting as KnownPerson[]).slice(at, at + SHOWN + 1);
      const rows = await policiesOfPeople(
        query,
        some.map(({ index }) => index),
      );
      for (const person of some) {
        const policies = rows.filter((row) => row.person_index.equals(person.index));
        if (input.year === undefined || policies.some((row) => row.edition_year === input.year)) {
          found.push({ person, policies });
        }
      }
    }
    const people = found.slice(0, SHOWN).map(({ person, policies }) => lineOf(deps, person, policies));
    // A number that somebody typed is noted by its keyed hash, whether anybody has it or not.
    const about =
      input.idNumber !== undefined || people.length === 1 ? (found[0]?.person.index ?? asked[0] ?? null) : null;
    const detail = `${wayOf(input)}，${found.length === 0 ? '没查到' : `${people.length} 人相符`}`;
    try {
      // Whoever sends many at once waits here for the log, and the one too many is told nothing.
      const searchedToday = await transaction(async (inside) => {
        await request.note({ subject: '查人', person: about, detail }, inside);
        const count = await searchesToday(deps, inside, request.member.id);
        if (count > DAY_LIMIT) throw new NotPossible('staff-rule', OVER);
        return count;
      });
      return ok({ people, more: found.length > SHOWN, searchedToday, limit: DAY_LIMIT });
    } catch (problem) {
      if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
      throw problem;
    }
  };
}

/** What has to be added before anybody is looked for; null: nothing. */
function unclearSearch({ name, idTail, idNumber, policyNo }: Search): string | null {
  if (idNumber !== undefined || policyNo !== undefined) return null;
  return name?.trim() && idTail !== undefined ? null : '请填姓名和证件号后 3 位，或填整个证件号，或填保单号';
}

async function candidates(deps: PeopleDependencies, query: Query, input: Search): Promise<Buffer[]> {
  if (input.idNumber !== undefined) {
    const idType = input.idType ?? IDENTITY_CARD;
    const idNumber = input.idNumber.trim();
    const index = deps.index.person(idType, idType === IDENTITY_CARD ? canonicalIdNumber(idNumber) : idNumber);
    await learn(deps, query, index);
    return [index];
  }
  if (input.policyNo !== undefined) {
    const id = deps.numbers.policyId(input.policyNo);
    if (id === null) return [];
    // By its order: a number that is nobody's may lead to a policy's id that no column could hold.
    const orderId = orderIdOf(id);
    const ofOrder = await query<{ id: bigint; index: Buffer }>(
      `select p.id, i.person_index as index from policies p join insured i on i.shard = p.shard and i.id = p.id
       where p.shard = $1 and p.order_id = $2 and p.issued_at is not null`,
      [shardOfOrder(orderId), orderId],
    );
    const rows = ofOrder.filter((row) => row.id === id);
    for (const row of rows) await learn(deps, query, row.index);
    return rows.map((row) => row.index);
  }
  const [first = ''] = Array.from((input.name ?? '').trim());
  const letters = new Set([first, first.toUpperCase(), first.toLowerCase()]);
  const parts = [...letters].map((letter) => partIndex(deps, letter, input.idTail ?? ''));
  const found = await Promise.all(parts.map((part) => byPart(query, part, LOOKED_THROUGH)));
  return found.flat();
}

/** Whose number was corrected, or who was insured a moment ago, is found by the policy. */
async function learn(deps: PeopleDependencies, query: Query, index: Buffer): Promise<void> {
  const [row] = await policiesOfPerson(query, index);
  if (!row) return;
  const { name, idNumber } = deps.vault.openJson<{ name: string; idNumber: string }>('insured', row.details_sealed);
  const part = partIndex(deps, name, idNumber);
  const seenAtMs = row.issued_at ?? 0;
  await notePeople(query, [{ index, part, source: 'insured', shard: row.shard, rowId: row.id, seenAtMs }]);
}

function fits({ details }: KnownPerson, { name, idTail, idNumber, phoneTail }: Search): boolean {
  if (name !== undefined && !isNamed(details.name, name)) return false;
  if (
    idNumber === undefined &&
    idTail !== undefined &&
    !details.idNumber.toUpperCase().endsWith(idTail.toUpperCase())
  ) {
    return false;
  }
  return phoneTail === undefined || (details.phone?.endsWith(phoneTail) ?? false);
}

/** As it is heard: nobody says which dot is in a name, and a name in Latin letters is typed in small ones. */
function isNamed(name: string, asked: string): boolean {
  const spoken = spokenName(asked);
  return spoken === '' ? name.startsWith(asked.trim()) : spokenName(name).startsWith(spoken);
}

async function searchesToday({ clock }: PeopleDependencies, query: Query, staffId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::integer as count from staff_audit
     where staff_id = $1 and what = $2 and outcome = 'done' and at >= $3`,
    [staffId, CALL, new Date(beijingMs(beijingDate(clock.now())))],
  );
  return row?.count ?? 0;
}

/** By what somebody was looked for, without it. */
function wayOf(input: Search): string {
  const ways = [
    input.idNumber !== undefined && '整个证件号',
    input.policyNo !== undefined && '保单号',
    input.name !== undefined && '姓名',
    input.idTail !== undefined && `证件号后 ${input.idTail.length} 位`,
    input.phoneTail !== undefined && '手机尾号',
    input.year !== undefined && `${input.year} 年度`,
  ];
  return `按${ways.filter(Boolean).join('、')}`;
}
