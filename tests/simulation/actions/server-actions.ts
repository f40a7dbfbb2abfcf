import type { Happening, RequestAction } from './action.ts';

/** Everything about money that goes on without a request. */
export const MONEY_JOBS = [
  'order-expiry',
  'hanging-payments',
  'refunds',
  'hand-payouts',
  'payment-results',
  'withholding-contracts',
  'outbox order-paid',
  'outbox upgrade-paid',
  'outbox payment-unplaced',
  'outbox policies-issued',
  'outbox order-saved',
  'outbox payment-result',
  'outbox policyholder-told',
  'outbox refund-settled',
  'group-bills',
  'group-removals',
  'group-news',
] as const;

/** What goes on by contract over days. */
const CONTRACT_JOBS = ['withholding-plans', 'withholding-years', 'withholding-messages'] as const;
export const YEAR_JOBS = [
  ...CONTRACT_JOBS,
  ...(['order-expiry', 'hanging-payments', 'withholding-contracts', 'outbox order-paid'] as const),
] as const;
export const ALL_JOBS = [...MONEY_JOBS, ...CONTRACT_JOBS] as const;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PAUSES = [
  { ms: 2 * SECOND, weight: 5 },
  { ms: 8 * SECOND, weight: 5 },
  { ms: 40 * SECOND, weight: 4 },
  { ms: 90 * SECOND, weight: 3 },
  { ms: 11 * MINUTE, weight: 0.7 },
  { ms: 31 * MINUTE, weight: 0.8 },
];

const job: RequestAction = {
  name: 'job',
  weight: 8,
  prepare(_world, chance) {
    const name = chance.pick(MONEY_JOBS);
    return { what: `job ${name}`, run: async (server) => `${await server.runJob(name)} done` };
  },
};

/** A server as it runs: every job has its turn. */
const allJobs: RequestAction = {
  name: 'all jobs',
  weight: 16,
  prepare: () => ({
    what: 'all jobs',
    async run(server) {
      const done: string[] = [];
      for (const name of MONEY_JOBS) {
        const count = await server.runJob(name);
        if (count > 0) done.push(`${name} ${count}`);
      }
      return done.join(', ') || 'nothing to do';
    },
  }),
};

const time: Happening = {
  name: 'time',
  weight: 14,
  async happen(world, chance) {
    const { ms } = chance.weighted(PAUSES);
    await world.pass(ms);
    return `${ms / SECOND} s pass`;
  },
};

const loseOne: Happening = {
  name: 'lose',
  weight: 7,
  rough: true,
  happen(world, chance) {
    const server = chance.pick(world.alive());
    server.network.next = chance.pick(['lost-request', 'lost-answer'] as const);
    return `the network will give ${server.life.name} a ${server.network.next}`;
  },
};

const crash: Happening = {
  name: 'crash',
  weight: 6,
  rough: true,
  happen(world, chance) {
    const server = chance.pick(world.alive());
    server.life.crash = { left: chance.below(14), when: chance.happens(0.5) ? 'before' : 'after' };
    return `${server.life.name} will die ${server.life.crash.when} its step ${server.life.crash.left + 1}`;
  },
};

const restart: Happening = {
  name: 'restart',
  weight: 3,
  async happen(world, chance) {
    const server = world.servers.find((entry) => entry.life.dead) ?? chance.pick(world.servers);
    const was = server.life.dead ? 'dead' : 'stopped';
    await world.resumeAll();
    await world.replace(server);
    return `${server.life.name} (${was}) starts anew`;
  },
};

const resume: Happening = {
  name: 'resume',
  weight: 5,
  async happen(world) {
    const names = world.gate.parked().map((flow) => flow.name);
    if (names.length === 0) return null;
    await world.resumeAll();
    return `what stood still goes on: ${names.join('; ')}`;
  },
};

export const SERVER_ACTIONS: readonly RequestAction[] = [job, allJobs];
export const SERVER_HAPPENINGS: readonly Happening[] = [time, loseOne, crash, restart, resume];
/** What may happen to servers over days. */
export const SERVER_TROUBLES: readonly Happening[] = [loseOne, crash, restart];
