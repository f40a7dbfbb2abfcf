import { beijingDateTime } from '@huimin/domain/date';
import { createTestClock } from '@huimin/testing';
import type { Happening, Request, RequestAction } from './actions/action.ts';
import { COMPANY_ACTIONS, settleCompany } from './actions/company-actions.ts';
import { CONTRACT_ACTIONS, CONTRACT_HAPPENINGS } from './actions/contract-actions.ts';
import { someBuyer } from './actions/next-year-buyer.ts';
import { OPERATOR_ACTIONS, solveAll } from './actions/operator-actions.ts';
import { endContract, endSlowPayments, PAYER_HAPPENINGS } from './actions/payer-actions.ts';
import {
  breakRefunds,
  deliverNotice,
  PROVIDER_ACTIONS,
  PROVIDER_HAPPENINGS,
  payAnyLate,
  postOne,
  settleRefundsByHand,
} from './actions/provider-actions.ts';
import { closeContract, giveBack, RESIDENT_ACTIONS } from './actions/resident-actions.ts';
import {
  ALL_JOBS,
  MONEY_JOBS,
  SERVER_ACTIONS,
  SERVER_HAPPENINGS,
  SERVER_TROUBLES,
  YEAR_JOBS,
} from './actions/server-actions.ts';
import { checkBooks, checkFound, checkQuietMoment } from './book-keeper.ts';
import { type Chance, createChance } from './chance.ts';
import { foundCompany } from './company.ts';
import type { Flow } from './gate.ts';
import {
  beginSale,
  checkYear,
  comeBack,
  goOnTo,
  hasContracts,
  isChargedSoon,
  momentsOfSale,
  secondEdition,
  stopOfSale,
  stopSale,
} from './next-year.ts';
import { checkHeld, checkOperatorBooks, compareBills } from './operator-books.ts';
import { beginWithPolicies, documentsToAgree, REQUIRED_DOCUMENTS, settleIn } from './settle-in.ts';
import type { SimServer } from './sim-server.ts';
import { EDITIONS, type Stage } from './stage.ts';
import { openStillSandbox, type PostedNotice, throwErrors, Violation, World } from './world.ts';

export interface Played {
  readonly seed: number;
  readonly log: readonly string[];
  /** How many steps the schedule had. */
  readonly steps: number;
  /** The rule that was broken, null when all held. */
  readonly failure: string | null;
}

const REQUESTS = [...RESIDENT_ACTIONS, ...PROVIDER_ACTIONS, ...OPERATOR_ACTIONS, ...COMPANY_ACTIONS, ...SERVER_ACTIONS];
const HAPPENINGS = [...PROVIDER_HAPPENINGS, ...PAYER_HAPPENINGS, ...SERVER_HAPPENINGS];
/** Errors in a server's log that mean a bug, whatever happened around it. */
const BUGS = new Set([
  'request failed',
  'payment notice failed',
  'attempt not closed',
  'attempt not asked about',
  'order not closed',
  'refund step failed',
  'a payment by hand was not recorded',
  'contract step failed',
  'outbox event held up',
]);
type Ending = 'told' | 'late told' | 'bill';
const ENDINGS: readonly { readonly ending: Ending; readonly weight: number }[] = [
  { ending: 'told', weight: 4 },
  { ending: 'late told', weight: 3 },
  { ending: 'bill', weight: 3 },
];
const MINUTE = 60_000;
/** Longer than any pause after which a job tries again. */
const LONG_MS = 61 * MINUTE;
// A refund that its provider refuses three times is sent by a person each time, and each time takes two of the long rounds.
const REST_MS = [3, 11, 11, 11].map((minutes) => minutes * MINUTE).concat(Array(9).fill(LONG_MS));
const FIRST_LONG = REST_MS.indexOf(LONG_MS);
/** The round in which bills come, after the last question about everything that the first long pause has closed. */
const BILLS_FROM = FIRST_LONG + 1;

/**
 * Plays one seed and checks the books at its end. The same seed gives the same log, whatever ran before.
 * @param kept only these steps of the schedule, to make a failure short; all unless given
 */
export async function play(stage: Stage, seed: number, kept?: ReadonlySet<number>): Promise<Played> {
  await stage.empty();
  const chance = createChance(`seed ${seed}`);
  const clock = createTestClock();
  const calm = chance.happens(0.3);
  // Some stories go on until contracts have paid for the next edition; less happens before.
  const isLong = chance.happens(0.08);
  const steps = isLong ? 5 + chance.below(8) : 15 + chance.below(26);
  const sandbox = await openStillSandbox(stage, chance.fork('sandbox'), clock);
  const world = new World({ stage, sandbox, chance: chance.fork('world'), clock, calm });
  const log: string[] = [];
  let failure: string | null = null;
  try {
    await world.openServers();
    await settleIn(world, chance.fork('residents'));
    const [first] = world.residents;
    for (const edition of Object.values(EDITIONS)) {
      const documents = await world.patiently('documents', (server) =>
        documentsToAgree((first as (typeof world.residents)[number]).browser, server, REQUIRED_DOCUMENTS, edition),
      );
      world.documents.set(edition, documents);
    }
    const withContract = isLong && world.residents.some(({ knownToWechat }) => knownToWechat);
    const insured = withContract || chance.happens(0.5);
    if (insured) await beginWithPolicies(world, chance.fork('policies'), withContract);
    if (!isLong && chance.happens(0.25)) world.company = await foundCompany(world, chance.fork('company'));
    log.push(
      `${world.residents.length} residents${insured ? ', one family insured' : ''}${world.company ? ', a company' : ''}, ${calm ? 'calm' : 'rough'}, ${steps} steps`,
    );
    for (let index = 1; index <= steps; index++) {
      if (kept && !kept.has(index)) continue;
      const line = await tryStep(world, chance.fork(`step ${index}`));
      if (line !== null) log.push(`${String(index).padStart(3)}  ${line}`);
      checkMoment(world);
    }
    log.push('     everything comes to rest');
    await comeToRest(world, chance.fork('rest'), log);
    checkMoment(world);
    await checkBooks(world);
    if (isLong && hasContracts(world)) await playNextYear(world, chance.fork('next year'), log);
    await checkOperatorBooks(world, chance.fork('bills'));
  } catch (error) {
    failure = error instanceof Violation ? error.message : ((error as Error).stack ?? String(error));
    log.push(`     ✗ ${failure}`);
    for (const { message, fields } of world.errors) log.push(`       logged: ${message} ${JSON.stringify(fields)}`);
  }
  await world.close();
  return { seed, log, steps, failure };
}

/** What cannot happen now leaves its place to something else. */
async function tryStep(world: World, chance: Chance): Promise<string | null> {
  for (let times = 1; times <= 2; times++) {
    const line = await playStep(world, chance.fork(`try ${times}`));
    if (line !== null) return line;
  }
  return null;
}

/** Contracts pay for the next edition; then everything comes to rest once more. */
async function playNextYear(world: World, chance: Chance, log: string[]): Promise<void> {
  const second = secondEdition(chance.fork('second edition'));
  const opens = second ? ` and ${second.plans.join(' and ')} of another one from ${second.insureStart}` : '';
  log.push(`     the next edition is sold${opens}`);
  await beginSale(world, second);
  // Ends are rare, so that most years come to their charge.
  const ends = [closeContract, endContract].map((one) => ({ ...one, weight: 0.7 }));
  const events = [...CONTRACT_ACTIONS, ...CONTRACT_HAPPENINGS, ...ends, ...(world.calm ? [] : SERVER_TROUBLES)];
  const moments = momentsOfSale(chance.fork('moments'));
  const stop = stopOfSale(chance.fork('stop'), moments.length);
  let letGoOn = async (): Promise<void> => {};
  for (const [index, atMs] of moments.entries()) {
    const own = chance.fork(`moment ${index}`);
    world.gate.reseed(own.fork('gate'));
    await goOnTo(world, atMs);
    if (index % 6 === 0) await comeBack(world);
    if (index === stop?.from) {
      letGoOn = await stopSale(world);
      log.push(`${beijingDateTime(atMs).slice(5, 16)}  the sale stands still`);
    }
    if (index === stop?.to) {
      await letGoOn();
      log.push(`${beijingDateTime(atMs).slice(5, 16)}  the sale goes on`);
    }
    if (world.alive().length === 0) await world.freeServer();
    if (own.happens(0.35)) {
      const chosen = own.weighted<RequestAction | Happening>(events);
      const line =
        'happen' in chosen ? await chosen.happen(world, own) : (await runRequest(world, own, chosen)).join('\n   + ');
      if (line) log.push(`${beijingDateTime(atMs).slice(5, 16)}  ${line}`);
    }
    const buyer = own.happens(isChargedSoon(atMs) ? 0.7 : 0.2) ? someBuyer(world, own.fork('buyer')) : null;
    const together = own.happens(0.5);
    if (buyer && !together) {
      await driveAll(world, own, [buyer.what, (server) => buyer.begin(server)]);
      // Told apart by the minutes in which orders were saved.
      await world.pass(90_000);
    }
    for (let round = 0; round < 2; round++) {
      const isBeside = buyer !== null && together && round === 0;
      await driveAll(
        world,
        own,
        ['all jobs', doYearJobs],
        ...(own.happens(0.3) ? ([['all jobs', doYearJobs]] as const) : []),
        ...(isBeside ? ([[buyer.what, (server: SimServer) => buyer.begin(server)]] as const) : []),
      );
      if (buyer && round === 0) log.push(`${beijingDateTime(world.now()).slice(5, 16)}  ${await buyer.end()}`);
      await world.pass(30_000);
    }
    checkMoment(world);
  }
  await comeToRest(world, chance.fork('rest'), log, ALL_JOBS);
  checkMoment(world);
  await comeBack(world);
  log.push(`     ${await checkYear(world)}`);
  await checkBooks(world);
}

async function doYearJobs(server: SimServer): Promise<void> {
  for (const name of YEAR_JOBS) await server.runJob(name);
}

/** Each by one of the servers, all at once. */
async function driveAll(
  world: World,
  chance: Chance,
  ...works: readonly (readonly [name: string, work: (server: SimServer) => Promise<void>])[]
): Promise<void> {
  if (world.alive().length === 0) await world.freeServer();
  const flows = works.map(([name, work]) => {
    const server = chance.pick(world.alive());
    return world.gate.start(name, server.life, () => work(server));
  });
  await world.gate.drive(flows, true);
  throwErrors(flows);
}

async function runRequest(world: World, chance: Chance, chosen: RequestAction): Promise<string[]> {
  const request = await chosen.prepare(world, chance);
  if (!request) return [];
  if (world.alive().length === 0) await world.freeServer();
  return runTogether(world, chance, [request]);
}

async function playStep(world: World, chance: Chance): Promise<string | null> {
  world.gate.reseed(chance.fork('gate'));
  if (world.alive().length === 0) await world.freeServer();
  const happenings = HAPPENINGS.filter((entry) => !(world.calm && entry.rough));
  const nothingYet = world.allOrders().length === 0;
  const chosen = chance.weighted<RequestAction | Happening>(
    nothingYet ? RESIDENT_ACTIONS : [...REQUESTS, ...happenings],
  );
  if ('happen' in chosen) {
    const happened = await chosen.happen(world, chance);
    await arrive(world);
    return happened;
  }
  const requests = await prepareRequests(world, chance, chosen);
  if (requests.length === 0) return null;
  if (world.alive().length === 0) await world.freeServer();
  const outcomes = await runTogether(world, chance, requests);
  await arrive(world);
  return outcomes.join('\n   + ');
}

/** One request; or the same one twice, as a double press sends it; or several at once. */
async function prepareRequests(world: World, chance: Chance, chosen: RequestAction): Promise<Request[]> {
  const first = await chosen.prepare(world, chance);
  if (!first) return [];
  if (chance.happens(0.12)) return [first, first];
  if (!chance.happens(0.22)) return [first];
  const second = await chance.weighted(REQUESTS).prepare(world, chance);
  const third = chance.happens(0.3) ? await chance.weighted(REQUESTS).prepare(world, chance) : null;
  return [first, second, third].filter((request) => request !== null);
}

async function runTogether(world: World, chance: Chance, requests: readonly Request[]): Promise<string[]> {
  const parks = !world.calm && chance.happens(0.12);
  const runs = requests.map((request, index) => {
    const server = chance.pick(world.alive());
    const run = { outcome: '', what: request.what, server };
    const parkAfter = parks && index === 0 ? chance.below(8) : null;
    const flow = world.gate.start(
      request.what,
      server.life,
      async () => {
        run.outcome = await request.run(server);
      },
      parkAfter,
    );
    return { run, flow };
  });
  await world.gate.drive(runs.map(({ flow }) => flow));
  throwErrors(runs.map(({ flow }) => flow));
  return runs.map(({ run, flow }) => {
    const ends = { done: run.outcome, parked: 'stands still', died: 'cut off by a crash', running: 'goes on' };
    return `${run.what} @ ${run.server.life.name}: ${ends[flow.state]}`;
  });
}

/** Browsers that were sent to a cashier get there. */
async function arrive(world: World): Promise<void> {
  for (const { way, handle } of world.arriving.splice(0)) await way.open?.(handle);
}

function checkMoment(world: World): void {
  const bug = world.errors.find((error) => BUGS.has(error.message));
  if (bug) throw new Violation(`a server logged "${bug.message}": ${JSON.stringify(bug.fields)}`);
  checkHeld(world);
  if (world.calm) checkQuietMoment(world);
}

/** Faults end, servers start again, time goes on, and the jobs do their rounds until nothing is left to do. */
async function comeToRest(
  world: World,
  chance: Chance,
  log: string[],
  jobs: readonly string[] = MONEY_JOBS,
): Promise<void> {
  world.gate.reseed(chance.fork('gate'));
  await world.resumeAll();
  world.sandbox.control.faults.remove();
  const breaks = !world.calm && chance.happens(0.4);
  if (breaks) breakRefunds(world, chance);
  for (const server of world.servers) server.network.next = null;
  for (const server of [...world.servers]) {
    server.life.crash = null;
    if (server.life.dead) await world.replace(server);
  }
  // So that people have something to see to.
  const last = breaks ? await giveBack.prepare(world, chance) : null;
  if (last) log.push(`     ${last.what}: ${await world.patiently(last.what, (server) => last.run(server))}`);
  const { ending } = chance.weighted(ENDINGS);
  const lateMoney = !world.calm && chance.happens(0.5);
  for (const [round, ms] of REST_MS.entries()) {
    await world.pass(ms);
    // By now whatever was open is closed.
    const isLate = lateMoney && round === FIRST_LONG;
    if (isLate) await paidLateAndCutOff(world, chance);
    endSlowPayments(world, chance);
    // Where much breaks, the shop's own people get to see it first.
    const staffActs = !breaks || round > FIRST_LONG;
    if (staffActs) settleRefundsByHand(world);
    await deliverAll(world, chance, ending);
    if (ending === 'bill' && round >= BILLS_FROM) {
      // Before that, whatever was paid in time has been found by asking.
      if (round === BILLS_FROM) await checkFound(world);
      await compareBills(world);
    }
    // Last of all, so that what comes right by itself does.
    const solved = ms === LONG_MS ? await solveAll(world, chance, round > FIRST_LONG) : [];
    if (ms === LONG_MS) solved.push(...(await settleCompany(world, chance)));
    log.push(...solved.map((line) => `     ${line}`));
    const done = solved.length + (await runAllJobs(world, jobs));
    // What such a server left behind is due a minute later.
    if (done === 0 && ms === LONG_MS && staffActs && !isLate && (ending !== 'bill' || round >= BILLS_FROM)) return;
  }
}

/**
 * Providers tell once more: everything that they told last, or only what nobody would think of asking about, or nothing,
 * so that it is found by a last question or by their bills.
 */
async function deliverAll(world: World, chance: Chance, ending: Ending): Promise<void> {
  if (ending === 'bill') return;
  for (const side of world.sides) {
    const owed = side.notices
      .list()
      .filter(({ outTradeNo }) => !world.toldForGood.has(outTradeNo))
      .filter(({ outTradeNo }) => ending === 'told' || world.paidLate.has(outTradeNo));
    for (const notice of owed.slice(-4)) {
      await postOne(world, side, notice);
      const newest = world.posted.at(-1);
      if (newest) throwErrors([await deliverTo(world, chance.pick(world.servers), newest)]);
    }
  }
}

/** One more payment of a closed order, told once, to a server that writes down that there is money and dies. */
async function paidLateAndCutOff(world: World, chance: Chance): Promise<void> {
  const late = payAnyLate(world, chance);
  if (!late) return;
  const { side, number } = late;
  const told = side.notices.list().findLast(({ outTradeNo }) => outTradeNo === number);
  if (!told) return;
  await postOne(world, side, told);
  const letter = world.posted.at(-1);
  if (letter?.orderNumber !== number) return;
  const server = chance.pick(world.servers);
  server.life.crash = {
    left: 0,
    when: 'after',
    at: { label: 'write mark-paid', flow: letter.name },
    died: () => void world.toldForGood.add(number),
  };
  throwErrors([await deliverTo(world, server, letter)]);
  server.life.crash = null;
  if (server.life.dead) await world.replace(server);
}

async function deliverTo(world: World, server: SimServer, notice: PostedNotice): Promise<Flow> {
  const flow = world.gate.start(notice.name, server.life, () => deliverNotice(world, server, notice));
  await world.gate.drive([flow]);
  return flow;
}

/** Rounds of all jobs, by one server after the other, until one finds nothing to do; how many pieces were done. */
async function runAllJobs(world: World, jobs: readonly string[]): Promise<number> {
  let done = 0;
  for (let round = 0; round < 20; round++) {
    const before = done;
    const server = world.servers[round % world.servers.length] as SimServer;
    const flow = world.gate.start('all jobs', server.life, async () => {
      for (const name of jobs) done += await server.runJob(name);
    });
    await world.gate.drive([flow]);
    throwErrors([flow]);
    if (done === before) break;
  }
  return done;
}
