import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@huimin/sandbox';
import type { Person, TestClock } from '@huimin/testing';
import { sandboxSettings } from '../../apps/server/src/launch/sandbox-settings.ts';
import { readSettings, type Settings } from '../../apps/server/src/settings.ts';
import type { Browser } from './browser.ts';
import type { Chance } from './chance.ts';
import type { Company } from './company.ts';
import { type Flow, Gate } from './gate.ts';
import { providerSides } from './payers/index.ts';
import type { PaymentWay, ProviderSide } from './payers/provider-side.ts';
import { openSimServer, type SimServer } from './sim-server.ts';
import type { Stage } from './stage.ts';

/** An order as its resident remembers it. */
export interface KnownOrder {
  /** As the log calls it. */
  readonly name: string;
  readonly orderNo: string;
  readonly clientKey: string;
  readonly members: readonly Member[];
  readonly premiumFen: number;
  readonly expiresAtMs: number;
  readonly edition: string;
  /** Of an order for the difference to a dearer plan: the order whose policies it raises. */
  readonly baseOrderNo: string | null;
  /** Made by a contract and not by its resident. */
  readonly isByContract?: true;
  /** The resident has asked for its cancelling. */
  cancelled: boolean;
  /** And was told that it is done. */
  toldCancelled: boolean;
  /** By which its resident tried to pay it last. */
  way?: PaymentWay;
}

export interface Member {
  readonly memberId: string;
  readonly person: Person;
}

export interface Resident {
  readonly name: string;
  readonly browser: Browser;
  readonly phone: string;
  readonly family: readonly Member[];
  readonly knownToWechat: boolean;
  readonly orders: KnownOrder[];
}

/** A notice that a provider has posted, and whether a server may believe it. */
export interface PostedNotice {
  readonly name: string;
  readonly provider: string;
  /** The order, contract or permission it tells of, by its number at the provider. */
  readonly orderNumber: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly believable: boolean;
}

const START_MS = 1_000;

/** A rule of the money that was seen broken. */
export class Violation extends Error {}

/** One shop with everybody around it, for one seed. */
export class World {
  readonly residents: Resident[] = [];
  readonly posted: PostedNotice[] = [];
  /** Orders that their provider let somebody pay after the close; it owes the shop a notice of those. */
  readonly paidLate = new Set<string>();
  /** Those of them that a server has begun to take a notice of, and that are never told again. */
  readonly toldForGood = new Set<string>();
  /** Contracts whose signers were told that nothing is taken this year. */
  readonly toldUncharged = new Set<string>();
  /** When the sale of the next edition stood still. */
  readonly stops: { readonly fromMs: number; untilMs: number }[] = [];
  /** Refunds, by their own numbers, for which money truly left the house by hand; whoever says so otherwise is mistaken. */
  readonly paidByHand = new Set<string>();
  /** Refunds, by their own numbers, of which somebody said that they were paid by hand, with what their provider had of them then. */
  readonly heldForHand = new Map<string, ReadonlySet<string>>();
  /** Cashier pages that browsers are on their way to. */
  readonly arriving: { way: PaymentWay; handle: string }[] = [];
  /** Sentences that the servers logged as errors. */
  readonly errors: { message: string; fields: unknown }[] = [];
  readonly sides: readonly ProviderSide[];
  servers: SimServer[] = [];
  /** In some stories a company insures its people as well. */
  company: Company | null = null;
  readonly sandbox: Sandbox;
  readonly stage: Stage;
  readonly gate: Gate;
  readonly chance: Chance;
  readonly clock: TestClock;
  private readonly skewsMs: readonly number[];
  private readonly settings: readonly Settings[];
  /** What every resident agrees to before they order, by edition. */
  readonly documents = new Map<string, { key: string; version: number }[]>();
  /** Nobody is cut off, slowed down or killed in this run, so that rules hold at every moment and not only at the end. */
  readonly calm: boolean;
  /** Chooses the way of paying that is liked best. */
  readonly likedWay: number;
  private readonly evidenceDir = mkdtempSync(join(tmpdir(), 'evidence-'));
  private starts = 0;

  constructor(input: { stage: Stage; sandbox: Sandbox; chance: Chance; clock: TestClock; calm: boolean }) {
    this.calm = input.calm;
    this.stage = input.stage;
    this.sandbox = input.sandbox;
    this.chance = input.chance;
    this.clock = input.clock;
    this.gate = new Gate(input.chance.fork('gate'));
    this.sides = providerSides(input.sandbox);
    this.likedWay = input.chance.fork('way').below(840);
    const skew = input.chance.fork('skew');
    this.skewsMs = [0, skew.below(4_000) - 2_000];
    this.settings = this.skewsMs.map((_, number) => settingsOf(input.stage, input.sandbox, number, this.evidenceDir));
  }

  side(code: string): ProviderSide {
    const side = this.sides.find((entry) => entry.code === code);
    if (!side) throw new Error(`no provider ${code}`);
    return side;
  }

  now(): number {
    return this.clock.now();
  }

  /** Servers that live. */
  alive(): SimServer[] {
    return this.servers.filter((server) => !server.life.dead);
  }

  allOrders(): { resident: Resident; order: KnownOrder }[] {
    return this.residents.flatMap((resident) => resident.orders.map((order) => ({ resident, order })));
  }

  async openServers(): Promise<void> {
    for (let number = 0; number < this.settings.length; number++) this.servers.push(await this.open(number));
  }

  /** Puts a new process in the place of one that ended or is told to. */
  async replace(server: SimServer): Promise<void> {
    const number = this.servers.indexOf(server);
    this.gate.kill(server.life);
    await this.gate.drive([]);
    await server.dispose();
    // A process takes its time to start; two never make ids in the same moment under the same number.
    await this.pass(START_MS);
    this.servers[number] = await this.open(number);
  }

  /** Everybody's time goes on. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.sandbox.clock.advance(ms);
  }

  /** Ends what stands still, so that a server lives that waits for nobody. */
  async freeServer(): Promise<SimServer> {
    await this.resumeAll();
    const [first] = this.servers;
    if (this.alive().length === 0) await this.replace(first as SimServer);
    return this.alive()[0] as SimServer;
  }

  /** Runs one thing to its end while it may wait for what passes no gate. */
  async patiently<T>(name: string, work: (server: SimServer) => Promise<T>): Promise<T> {
    const server = await this.freeServer();
    let value: { made: T } | null = null;
    const lives = this.servers.map((server) => server.life);
    const crashes = lives.map((life) => life.crash);
    for (const life of lives) life.crash = null;
    const flow = this.gate.start(name, server.life, async () => {
      value = { made: await work(server) };
    });
    await this.gate.drive([flow], true);
    for (const [index, entry] of lives.entries()) entry.crash = crashes[index] ?? null;
    if (flow.error) throw flow.error;
    if (value === null) throw new Error(`${name} did not end`);
    return (value as { made: T }).made;
  }

  async resumeAll(): Promise<void> {
    for (let parked = this.gate.parked(); parked.length > 0; parked = this.gate.parked()) {
      for (const flow of parked) this.gate.resume(flow);
      await this.gate.drive(parked);
      throwErrors(parked);
    }
  }

  async close(): Promise<void> {
    for (const server of this.servers) this.gate.kill(server.life);
    await this.gate.drive([]);
    for (const server of this.servers) await server.dispose();
    await this.sandbox.close();
    rmSync(this.evidenceDir, { recursive: true, force: true });
  }

  private open(number: number): Promise<SimServer> {
    this.starts += 1;
    return openSimServer({
      name: `server ${number + 1}`,
      settings: this.settings[number] as Settings,
      databaseUrl: this.stage.databaseUrl,
      clock: { now: () => this.clock.now() + (this.skewsMs[number] as number) },
      chance: this.chance.fork(`server ${number} start ${this.starts}`),
      gate: this.gate,
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (fields, message) => void this.errors.push({ message, fields }),
      },
    });
  }
}

export function throwErrors(flows: readonly Flow[]): void {
  for (const flow of flows) if (flow.error) throw flow.error;
}

/** The sandbox of one run: its time stands still but for `World.pass`, and nothing is posted before the schedule says so. */
export async function openStillSandbox(stage: Stage, chance: Chance, clock: TestClock): Promise<Sandbox> {
  const skewMs = chance.below(6_000) - 3_000;
  const sandbox = await createSandbox({
    port: 0,
    clock: { now: () => clock.now() + skewMs },
    keys: stage.keys,
    seed: chance.below(2 ** 31),
    controlApi: false,
    signTestProbes: false,
  });
  sandbox.clock.setSpeed(0);
  for (const side of providerSides(sandbox)) side.notices.hold();
  return sandbox;
}

function settingsOf(stage: Stage, sandbox: Sandbox, number: number, evidenceDir: string): Settings {
  const port = stage.courier.port;
  const key = (size: number, fill: number): string => Buffer.alloc(size, fill).toString('base64');
  return readSettings({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    DATABASE_URL: stage.databaseUrl,
    WORKER_NUMBER: String(number),
    DATA_KEYS: `t1:${key(32, 1)}`,
    INDEX_KEY: key(32, 2),
    NUMBER_KEY: key(16, 3),
    PAPER_KEY: key(16, 4),
    EVIDENCE_KEY: `t1:${key(32, 5)}`,
    EVIDENCE_SIGNING_KEY: key(32, 6),
    RECORDING_DIR: join(tmpdir(), 'no-recordings'),
    EVIDENCE_STORE: join(evidenceDir, 'store'),
    EVIDENCE_CHECKPOINT_DIR: join(evidenceDir, 'copies'),
    ...sandboxSettings(sandbox.keys, {
      origin: sandbox.origin,
      port: sandbox.port,
      smtpPort: sandbox.smtpPort,
      shop: { port },
    }),
  });
}
