import { ANSWER_LIFE_MS, ASKING_LIFE_MS, type PreExistingLabel, pauseAfter } from '@huimin/domain/pre-existing';
import type { RegistryAnswer } from '../../ports/pre-existing-registry.ts';
import { noteNotice } from '../account/index.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import { askAgainAt, endAsking, type QueryRow, takeDue } from './query-store.ts';

/** What is kept of an answer. There is no place for anything else. */
export interface KeptAnswer {
  readonly label: PreExistingLabel;
  readonly classCode: string | null;
  readonly ruleVersion: string;
  readonly dataDate: string;
  readonly reviewed: boolean;
}

/** Who was asked about, as long as the question lives. */
export interface AskedPerson {
  readonly name: string;
  readonly idNumber: string;
  readonly birthDate: string;
  /** The asker's own, for news. */
  readonly phone: string;
}

export const PERSON_SEAL = 'pre-existing-person';
export const ANSWER_SEAL = 'pre-existing-answer';
/** Longer than a call may take, so that nobody else asks meanwhile. */
export const LEASE_MS = 20_000;
const AT_ONCE = 20;
const NEWS_ANSWERED = '您提交的查询有结果了，登录后可以看';
const NEWS_NO_ANSWER = '您提交的查询没有查到结果，登录后可以再查';

/** Asks the data centre once and writes down what came of it. No transaction is open while it is asked. */
export async function askOnce(
  deps: PreExistingDependencies,
  row: QueryRow,
  { tellsAsker }: { tellsAsker: boolean },
): Promise<void> {
  if (row.person_sealed === null) return;
  const person = deps.vault.openJson<AskedPerson>(PERSON_SEAL, row.person_sealed);
  const registry = deps.registries.get(row.way);
  const answer: RegistryAnswer = registry
    ? await registry.ask({
        queryNo: deps.numbers.preExistingNo(row.id),
        person: { name: person.name, idNumber: person.idNumber },
        editionCode: row.edition_code,
        basis: row.basis,
        consent: { version: row.consent_version, atMs: row.asked_at },
      })
    : { kind: 'refused', code: 'no such way' };
  const nowMs = deps.clock.now();
  if (answer.kind === 'refused') {
    deps.log.error({ code: answer.code, way: row.way }, 'the registry of pre-existing conditions refuses a question');
  }
  if (answer.kind === 'unknown') {
    const { way, tries } = row;
    deps.log.warn({ way, tries, reason: answer.message }, 'the registry of pre-existing conditions gave no answer');
  }
  if (answer.kind === 'label') {
    const { label, classCode, ruleVersion, dataDate } = answer;
    const kept: KeptAnswer = { label, classCode, ruleVersion, dataDate, reviewed: false };
    return end(deps, row, person, tellsAsker, deps.vault.sealJson(ANSWER_SEAL, kept));
  }
  if (answer.kind === 'refused' || nowMs >= row.asked_at + ASKING_LIFE_MS)
    return end(deps, row, person, tellsAsker, null);
  await askAgainAt(deps.database.query, row, nowMs + pauseAfter(row.tries));
}

async function end(
  deps: PreExistingDependencies,
  row: QueryRow,
  person: AskedPerson,
  tellsAsker: boolean,
  answerSealed: Buffer | null,
): Promise<void> {
  const atMs = deps.clock.now();
  const status = answerSealed === null ? ('no-answer' as const) : ('answered' as const);
  await deps.database.transaction(async (query) => {
    const ended = await endAsking(query, row, { status, answerSealed, atMs, expiresAtMs: atMs + ANSWER_LIFE_MS });
    if (!ended || !tellsAsker) return;
    const news = status === 'answered' ? NEWS_ANSWERED : NEWS_NO_ANSWER;
    const about = deps.numbers.preExistingNo(row.id);
    await noteNotice(deps, query, row.shard, person.phone, news, { accountId: row.user_id, about });
  });
}

/** Asks again where no answer came; whoever waits is told by text message. Answers how many were asked. */
export async function askDue(deps: PreExistingDependencies): Promise<number> {
  const rows = await takeDue(deps.database.query, deps.clock.now(), LEASE_MS, AT_ONCE);
  // All at once: one that is silent must not keep the others past their lease.
  await Promise.all(rows.map((row) => askOnce(deps, row, { tellsAsker: true })));
  return rows.length;
}
