import type { Calls, InputOf, PreparedPersonValue } from '@huimin/contract';
import { isAdultAt } from '@huimin/domain/person';
import { FLOW_WINDOWS, whyStandsStill } from '@huimin/domain/product';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, type InputProblem, ok } from '../../http/handler.ts';
import { checkMember, personIndex } from '../insured/index.ts';
import type { AssistanceDependencies } from './assistance-deps.ts';
import {
  type AssistanceRow,
  assistanceOfStaff,
  CODE_SEAL,
  closeAssistance,
  insertAssistance,
  keepPrepared,
  lastOrderedOfStaff,
  noteStep,
} from './assistance-store.ts';
import { deskView } from './assistance-view.ts';
import { digitsHash, linkHash, newAssistanceNo, newCode } from './codes.ts';
import { type Staff, staffOfUser } from './staff-store.ts';

/** A code is good this long; who took it up has an hour from its opening. */
const CODE_LIFE_MS = 10 * 60_000;
const ASSISTANCE_LIFE_MS = 60 * 60_000;
const OPENINGS: RateRule = { name: 'assistance-open', limit: 120, windowMs: 3_600_000 };
/** Six digits may meet those of another outlet. */
const CODE_TRIES = 5;

const NOT_STAFF = '这个手机号没有登记为网点工作人员，请联系所在机构登记';
const GONE = '这次协助已经结束，请换一个码';

/** Who is at the counter, and what is going on there. */
export function assistanceDesk(deps: AssistanceDependencies): Handler<Calls['assistanceDesk']> {
  return async (_input, request) => {
    const staff = await staffOfUser(deps, request.user);
    if (!staff) return ok({ staff: null, current: null });
    const row = await currentOf(deps, staff);
    const { staffNo, name, outletName } = staff;
    return ok({ staff: { staffNo, name, outletName }, current: row ? await deskView(deps, row) : null });
  };
}

/** What is open, or the last one that became an order within the hour: its payment is waited for. */
async function currentOf(deps: AssistanceDependencies, staff: Staff): Promise<AssistanceRow | null> {
  const { query } = deps.database;
  const row = await assistanceOfStaff(query, staff.staffNo, null);
  if (row && !isOver(row, deps.clock.now())) return row;
  return row ? null : lastOrderedOfStaff(query, staff.staffNo, deps.clock.now() - ASSISTANCE_LIFE_MS);
}

function isOver(row: AssistanceRow, nowMs: number): boolean {
  return row.expires_at <= nowMs || (row.status === 'waiting' && row.code_expires_at <= nowMs);
}

/** Opens help with a new code. A code that nobody took up is replaced; a resident who is at it is not thrown out. */
export function openAssistance(deps: AssistanceDependencies): Handler<Calls['openAssistance']> {
  return async (input, request) => {
    const staff = await staffOfUser(deps, request.user);
    if (!staff) return fail('not-found', NOT_STAFF);
    const edition = deps.editions.edition(input.productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const nowMs = deps.clock.now();
    if (!edition.document.flows?.assisted) return fail('switched-off', '这个产品不办理网点协助');
    if (!FLOW_WINDOWS.assisted(edition.document, nowMs)) return fail('not-on-sale');
    const stopped = whyStandsStill(edition.pauses);
    if (stopped !== null) return fail('not-on-sale', stopped);
    if (!(await deps.limiter.allows(OPENINGS, staff.staffNo))) return fail('too-many-requests');
    const before = await assistanceOfStaff(deps.database.query, staff.staffNo, null);
    if (before && before.status !== 'waiting' && !isOver(before, nowMs)) {
      return fail('order-state', '有一位居民正在办理。请先办完，或者结束这次协助');
    }
    if (before) await end(deps, before, 'staff');
    for (let tries = 0; tries < CODE_TRIES; tries += 1) {
      const code = newCode(deps.random);
      const row = await insertAssistance(deps.database.query, {
        assistanceNo: newAssistanceNo(deps.random),
        staffNo: staff.staffNo,
        editionCode: edition.code,
        digitsHash: digitsHash(deps.index, code.digits),
        linkHash: linkHash(deps.index, code.link),
        codeSealed: deps.vault.sealJson(CODE_SEAL, code),
        codeExpiresAtMs: nowMs + CODE_LIFE_MS,
        expiresAtMs: nowMs + ASSISTANCE_LIFE_MS,
        nowMs,
      });
      if (row) {
        await noteStep(deps, row.assistance_no, {
          actor: 'staff',
          step: 'opened',
          details: { staffNo: staff.staffNo },
        });
        return ok(await deskView(deps, row));
      }
      // A second tap opened one meanwhile: that one is it.
      const open = await assistanceOfStaff(deps.database.query, staff.staffNo, null);
      if (open) return ok(await deskView(deps, open));
    }
    return fail('server-busy');
  };
}

/** Sends what staff filled in to the resident's phone. */
export function prepareAssistance(deps: AssistanceDependencies): Handler<Calls['prepareAssistance']> {
  return async (input, request) => {
    const staff = await staffOfUser(deps, request.user);
    if (!staff) return fail('not-found', NOT_STAFF);
    const row = await assistanceOfStaff(deps.database.query, staff.staffNo, input.assistanceNo);
    if (!row) return fail('not-found', GONE);
    const nowMs = deps.clock.now();
    const problems = peopleProblems(deps, input.people, nowMs, maxInsured(deps, row));
    const [first] = problems;
    if (first) return fail(first.minor ? 'adult-required' : 'bad-input', first.message, { fields: problems });
    const kept = await keepPrepared(deps, row.assistance_no, input.people, nowMs);
    if (!kept) return fail('order-state', row.status === 'waiting' ? '居民还没有扫码，请先让居民扫码' : GONE);
    await noteStep(deps, row.assistance_no, {
      actor: 'staff',
      step: 'prepared',
      details: { version: kept.prepared_version, people: input.people.length },
    });
    return ok(await deskView(deps, kept));
  };
}

function maxInsured(deps: AssistanceDependencies, row: AssistanceRow): number {
  return deps.editions.edition(row.edition_code)?.document.maxInsuredPerOrder ?? 1;
}

type Prepared = InputOf<Calls['prepareAssistance']>['people'];

/** The form's own rules, and what they cannot say: one payer, grown up; somebody to insure; nobody twice. */
function peopleProblems(
  deps: AssistanceDependencies,
  people: Prepared,
  nowMs: number,
  maxInsured: number,
): (InputProblem & { minor?: true })[] {
  const checks = people.map((person) => checkMember(detailsOf(person), nowMs));
  const problems: (InputProblem & { minor?: true })[] = checks.flatMap((check, index) =>
    check.ok ? [] : check.problems.map(({ path, message }) => ({ path: `people.${index}.${path}`, message })),
  );
  const payers = people.filter((person) => person.relationship === '00');
  if (payers.length !== 1) problems.push({ path: 'people', message: '要有一位居民本人，而且只有一位' });
  const insured = people.filter((person) => person.insured).length;
  if (insured === 0) problems.push({ path: 'people', message: '请选好为谁参保' });
  if (insured > maxInsured) problems.push({ path: 'people', message: `一次最多 ${maxInsured} 人` });
  const indexes = people.map((person) => personIndex(deps.index, person.idType, person.idNumber).toString('hex'));
  indexes.forEach((key, index) => {
    if (indexes.indexOf(key) < index) {
      problems.push({ path: `people.${index}.idNumber`, message: '这个证件号填了两次' });
    }
  });
  checks.forEach((check, index) => {
    if (check.ok && check.member.relationship === '00' && !isAdultAt(check.member.details.birthDate, nowMs)) {
      problems.push({ path: `people.${index}.idNumber`, message: '缴费人要年满 18 周岁', minor: true });
    }
  });
  return problems;
}

/** The resident's consent, also as a guardian, comes with the confirmation; the form's rules are the same. */
export function detailsOf({ insured: _, ...details }: PreparedPersonValue) {
  return { ...details, consent: true as const, guardianConsent: true as const };
}

/** Ends the help: what was filled in is forgotten. Both sides may; an order that came of it stays. */
export function endAssistance(deps: AssistanceDependencies, ownOf: OwnAssistance): Handler<Calls['endAssistance']> {
  return async (input, request) => {
    const own = await ownOf(request, input.assistanceNo);
    if (!own) return fail('not-found', GONE);
    await end(deps, own.row, own.actor);
    return ok({});
  };
}

export type OwnAssistance = (
  request: CallRequest,
  assistanceNo: string,
) => Promise<{ row: AssistanceRow; actor: 'staff' | 'resident' } | null>;

async function end(deps: AssistanceDependencies, row: AssistanceRow, actor: 'staff' | 'resident'): Promise<void> {
  const closed = await closeAssistance(deps.database.query, row.assistance_no, 'ended', deps.clock.now());
  if (closed) await noteStep(deps, row.assistance_no, { actor, step: 'ended' });
}
