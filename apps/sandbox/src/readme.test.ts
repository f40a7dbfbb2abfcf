import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addControlRoutes } from './control/control-routes.ts';
import { createSandbox, keysFromVectors, type Sandbox } from './create-sandbox.ts';
import { FAULT_KINDS } from './faults/fault-kinds.ts';
import type { SandboxParts } from './sandbox-parts.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const program = readFileSync(new URL('main.ts', import.meta.url), 'utf8');
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), controlApi: true });
});
afterAll(() => sandbox.close());

test('every call of the control API is in the README, and nothing else is', () => {
  const calls: string[] = [];
  const listing = {
    on: (method: string, pattern: string) => void calls.push(`${method} ${pattern.replace(/:(\w+)/g, '{$1}')}`),
    find: () => undefined,
  };
  addControlRoutes(listing, { clock: sandbox.clock, keys: sandbox.keys } as SandboxParts, sandbox.control);
  // Those of the other providers are told once, by the pattern of WeChat Pay's.
  const own = calls.filter((call) => !/\/_ctl\/.+\/notifications/.test(call));
  expect(own.length).toBeGreaterThan(60);
  expect(own.filter((call) => !readme.includes(`\`${call}\``))).toEqual([]);
  const told = [...readme.matchAll(/`((?:GET|POST|DELETE) \/_ctl\/[^`]+)`/g)].map((match) => match[1] ?? '');
  expect(told.filter((call) => !calls.includes(call))).toEqual([]);
  const others = new Set(calls.flatMap((call) => /\/_ctl\/(.+)\/notifications$/.exec(call)?.[1] ?? []));
  expect([...others].filter((provider) => !readme.includes(`\`${provider}\``))).toEqual([]);
});

test('every fault and every variable is in the README', () => {
  expect(FAULT_KINDS.filter((kind) => !readme.includes(`\`${kind}\``))).toEqual([]);
  const variables = new Set(program.match(/SANDBOX_[A-Z_]+/g));
  expect([...variables].filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});
