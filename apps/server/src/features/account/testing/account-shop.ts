import { calls, PRODUCT_NUMBER, PRODUCT_NUMBER_HEADER, PROJECT_ID, PROJECT_ID_HEADER } from '@huimin/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { createRateLimiter } from '../../../coordination/rate-limit.ts';
import type { Core } from '../../../core.ts';
import type { HandlerTable, SessionGate } from '../../../http/handler.ts';
import { mountCalls, pathOf } from '../../../http/mount-calls.ts';
import { createSessionGate } from '../../../http/session-gate.ts';
import type { ExchangeResult, MessagingApp } from '../../../ports/messaging-app.ts';
import type { SmsGateway, SmsMessage, SmsResult } from '../../../ports/sms-gateway.ts';
import { identityProofs } from '../../identity/index.ts';
import { type AccountDeps, accountHandlers, createSessions, registerAccountBrowserRoutes } from '../index.ts';

export const SHOP_ORIGIN = 'https://shop.example.cn';
export const AGREED = [
  { key: 'user-agreement', version: 3 },
  { key: 'privacy-policy', version: 2 },
];

/** The SMS gateway and messaging app of these tests: what they were asked, and what they answer. */
export interface Outside {
  readonly messages: SmsMessage[];
  smsAnswer: SmsResult;
  readonly codes: Map<string, ExchangeResult>;
  readonly exchanged: string[];
}

export function createOutside(): Outside {
  return { messages: [], smsAnswer: { kind: 'accepted', providerId: 'b1' }, codes: new Map(), exchanged: [] };
}

export interface Answer {
  readonly code: number;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
  readonly result: any;
}

/** A server with the account's calls, and whatever `more` adds. */
export interface Shop {
  readonly fastify: FastifyInstance;
  readonly deps: AccountDeps;
  browser(address?: string): Browser;
  /** A browser that has just logged in with this phone. */
  loggedIn(phone: string): Promise<Browser>;
  close(): Promise<void>;
}

export interface Browser {
  cookie: string;
  readonly cookieHeaders: string[];
  call(name: keyof typeof calls, input?: object): Promise<Answer>;
  open(url: string): Promise<{ status: number; location: string | undefined }>;
}

export interface MoreCalls {
  readonly handlers: HandlerTable;
}

/** An account without people, orders and other apps. */
export function alone(
  core: Core,
): Pick<AccountDeps, 'alipayLogin' | 'partner' | 'proofs' | 'self' | 'companies' | 'bookings' | 'orders'> {
  return {
    alipayLogin: null,
    partner: null,
    proofs: identityProofs(core),
    self: {
      name: async () => null,
      personIndex: async () => null,
      movePhone: async () => undefined,
      keepsPeople: async () => false,
    },
    companies: { movePhone: async () => undefined },
    bookings: { movePhone: async () => undefined },
    orders: {
      has: async () => false,
      hasEarlier: async () => false,
      covers: async () => [],
      newestHolder: async () => null,
    },
  };
}

/** @param parts what stands in for the topics above, where a test needs more than nothing */
export function createAccountShop(
  core: Core,
  outside: Outside,
  more: MoreCalls = { handlers: {} },
  parts: Partial<AccountDeps> = {},
): Shop {
  const sessions = createSessions(core);
  const gate = createSessionGate({ find: sessions.find, secureCookie: SHOP_ORIGIN.startsWith('https://') });
  const deps: AccountDeps = {
    core,
    sessions,
    limiter: createRateLimiter({ query: core.database.query, index: core.index, clock: core.clock }),
    sms: smsGateway(outside),
    messagingApp: messagingApp(outside),
    publicOrigin: SHOP_ORIGIN,
    editions: {
      edition: () => ({ code: 'demo', documents: new Map(AGREED.map(({ key, version }) => [key, { version }])) }),
    },
    ...alone(core),
    ...parts,
  };
  const fastify = createServer(gate, { ...accountHandlers(deps), ...more.handlers });
  registerAccountBrowserRoutes(fastify, { ...deps, gate });
  let logins = 0;
  const browser = (address = '192.0.2.1'): Browser => createBrowser(fastify, address);
  return {
    fastify,
    deps,
    browser,
    async loggedIn(phone) {
      // One address each: what is told about addresses is tested elsewhere.
      const made = browser(`192.0.2.${(logins++ % 200) + 10}`);
      await made.call('sendSmsCode', { phone });
      const code = outside.messages.at(-1)?.parameters.code;
      const answer = await made.call('loginBySms', { phone, code, agreedDocuments: AGREED });
      if (answer.code !== 200000) throw new Error(`login failed: ${answer.message}`);
      return made;
    },
    close: () => fastify.close(),
  };
}

function createServer(gate: SessionGate, handlers: HandlerTable): FastifyInstance {
  const fastify = Fastify({ trustProxy: true });
  mountCalls(fastify, {
    calls: Object.values(calls).filter((call) => handlers[call.name]),
    handlers,
    sessions: gate,
    limited: (_, work) => work(),
  });
  return fastify;
}

function createBrowser(fastify: FastifyInstance, address: string): Browser {
  const self: Browser = {
    cookie: '',
    cookieHeaders: [],
    async call(name, input = {}) {
      const call = calls[name];
      const bodyless = call.method === 'GET';
      const query = bodyless ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
      const response = await fastify.inject({
        method: call.method as 'GET' | 'POST',
        url: pathOf(call) + query,
        headers: {
          [PRODUCT_NUMBER_HEADER]: PRODUCT_NUMBER,
          [PROJECT_ID_HEADER]: PROJECT_ID,
          'x-forwarded-for': address,
          cookie: self.cookie,
        },
        ...(bodyless ? {} : { payload: input }),
      });
      keepCookie(self, response.headers['set-cookie']);
      return response.json();
    },
    async open(url) {
      const response = await fastify.inject({ url, headers: { cookie: self.cookie, 'x-forwarded-for': address } });
      return { status: response.statusCode, location: response.headers.location };
    },
  };
  return self;
}

function keepCookie(browser: Browser, header: string | string[] | undefined): void {
  for (const line of [header ?? []].flat()) {
    browser.cookieHeaders.push(line);
    browser.cookie = line.split(';')[0] as string;
  }
}

function smsGateway(outside: Outside): SmsGateway {
  return {
    async send(message) {
      outside.messages.push(message);
      return outside.smsAnswer;
    },
  };
}

function messagingApp(outside: Outside): MessagingApp {
  return {
    appId: 'wxtest',
    authorisationUrl: (redirectUri, state) =>
      `https://open.example/authorise?redirect_uri=${encodeURIComponent(redirectUri)}&state=${state}`,
    async exchangeCode(code) {
      outside.exchanged.push(code);
      const answer = outside.codes.get(code) ?? { kind: 'code-refused', code: 40029 };
      // A code works once.
      outside.codes.set(code, { kind: 'code-refused', code: 40163 });
      return answer;
    },
    follows: async () => null,
    signPage: async (pageUrl) =>
      pageUrl.startsWith(SHOP_ORIGIN) ? { kind: 'signed', signature: 'f'.repeat(40) } : { kind: 'foreign-page' },
  };
}
