import { createHmac } from 'node:crypto';
import type { Envelope, InputOf, OutputOf } from '@huimin/contract';
import { type AnyConsoleCall, CONSOLE_TOKEN_HEADER, type ConsoleCalls, consoleCalls } from '@huimin/contract/console';
import { DEMONSTRATION_PEOPLE } from '../../apps/server/seed/demonstration-staff.ts';
import { DEMONSTRATION_PASSWORD } from '../../apps/server/src/features/staff/index.ts';
import { FIXED_HEADERS, type Shop } from './shop.ts';

type Name = keyof ConsoleCalls;
export type Inputs = { [N in Name]: InputOf<ConsoleCalls[N]> };
type Outputs = { [N in Name]: OutputOf<ConsoleCalls[N]> };

/** One browser at the console: keeps its cookie and the page's token. */
export interface Desk {
  cookie: string;
  token: string;
  /** The whole last Set-Cookie line. */
  setCookie: string;
  call<N extends Name>(name: N, input?: Inputs[N]): Promise<Envelope<Outputs[N]>>;
  /** Expects success and answers the value. */
  value<N extends Name>(name: N, input?: Inputs[N]): Promise<Outputs[N]>;
  /** Anything at all. */
  send(call: AnyConsoleCall, input: unknown): Promise<Response>;
}

export function deskAt(origin: string): Desk {
  async function send(call: AnyConsoleCall, input: unknown): Promise<Response> {
    const values = { ...(input as Record<string, unknown>) };
    const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(values[key])));
    const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
    const response = await fetch(`${origin}/hmb-js26${path}${call.method === 'GET' ? `?${query}` : ''}`, {
      method: call.method,
      redirect: 'manual',
      headers: {
        ...FIXED_HEADERS,
        ...(desk.cookie ? { cookie: desk.cookie } : {}),
        ...(desk.token ? { [CONSOLE_TOKEN_HEADER]: desk.token } : {}),
        ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(values) }),
    });
    const set = response.headers.getSetCookie().at(-1);
    if (set !== undefined) {
      desk.setCookie = set;
      desk.cookie = set.split(';')[0] ?? '';
    }
    return response;
  }
  const desk: Desk = {
    ...{ cookie: '', token: '', setCookie: '' },
    send,
    async call(name, input) {
      const response = await send(consoleCalls[name], input ?? {});
      const envelope = (await response.json()) as Envelope<Outputs[typeof name]>;
      const result = envelope.result as { token?: string; self?: { token: string } } | null;
      const token = result?.self?.token ?? result?.token;
      if (envelope.code === 200000 && token !== undefined) desk.token = token;
      return envelope;
    },
    async value(name, input) {
      const envelope = await desk.call(name, input);
      if (envelope.code !== 200000) throw new Error(`${name}: ${envelope.code} ${envelope.message}`);
      return envelope.result as Outputs[typeof name];
    },
  };
  return desk;
}

/** RFC 6238 with the values that every code app takes. */
function codeAt(secret: Buffer, nowMs: number): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const digest = createHmac('sha1', secret).update(step).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The code of the moment by a secret as the enrolment page shows it (RFC 4648). */
export function codeOf(secret: string, nowMs: number): string {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return codeAt(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), nowMs);
}

/** The code of the moment of the demonstration's person. */
export function demonstrationCode(shop: Pick<Shop, 'clock'>, account: string): string {
  const person = DEMONSTRATION_PEOPLE.find((one) => one.account === account);
  if (!person) throw new Error(`nobody is called ${account}`);
  return codeAt(person.secret, shop.clock.now());
}

/** The demonstration's person of an account, signed in. No code works twice, so the clock goes on half a minute. */
export async function signedIn(shop: Pick<Shop, 'clock' | 'origin'>, account: string): Promise<Desk> {
  const desk = deskAt(shop.origin);
  await desk.value('beginSignIn', { account, password: DEMONSTRATION_PASSWORD });
  shop.clock.advance(30_000);
  await desk.value('finishSignIn', { code: demonstrationCode(shop, account) });
  return desk;
}
