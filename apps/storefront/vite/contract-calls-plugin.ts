import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyCall, calls, REPLY_CODES } from '@huimin/contract';
import type { Plugin } from 'vite';

export const CONTRACT_CALLS_ID = 'virtual:contract-calls';
const ONE_CALL = `${CONTRACT_CALLS_ID}/`;

/** The contract's module of reply codes, which the browser gets without the sentences: those come with each answer. */
const REPLY_CODES_FILE = /\/packages\/contract\/src\/reply-codes\.ts$/;

/**
 * Gives the browser what it needs of each call of the contract (method, path and whatever differs from the usual) and
 * nothing else, so that no schema travels. Types come from `src/api/contract-calls.d.ts`.
 */
export function contractCalls(): Plugin {
  return {
    name: 'huimin:contract-calls',
    resolveId: (id) => (id.startsWith(CONTRACT_CALLS_ID) ? `\0${id}` : null),
    load: (id) => {
      if (id === `\0${CONTRACT_CALLS_ID}`) return { code: contractCallsCode(), moduleSideEffects: false };
      if (id.startsWith(`\0${ONE_CALL}`))
        return { code: callCode(id.slice(ONE_CALL.length + 1)), moduleSideEffects: false };
      return REPLY_CODES_FILE.test(id) ? { code: replyCodesCode(), moduleSideEffects: false } : null;
    },
  };
}

/** Every call from a module of its own: a call that only later screens make is not in the first chunk. */
export function contractCallsCode(): string {
  return Object.keys(calls)
    .map((name) => `export { ${name} } from '${ONE_CALL}${name}';`)
    .join('\n');
}

/** One call; defaults (overlay, checked, result, envelope) are left out. */
export function callCode(name: string): string {
  const call: AnyCall = calls[name as keyof typeof calls];
  const description: Record<string, unknown> = { name: call.name, method: call.method, path: call.path };
  if (!call.overlay) description.overlay = false;
  if (call.codeCheck !== 'checked') description.codeCheck = call.codeCheck;
  if (call.replyField !== 'result') description.replyField = call.replyField;
  if (call.replyKind !== 'envelope') description.replyKind = call.replyKind;
  return `export const ${name} = ${JSON.stringify(description)};`;
}

const SOURCES = join(import.meta.dirname, '..', 'src');

/** All that the residents' app is made of, tests aside. */
function sources(): string {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n');
}

/**
 * The names by code, of those that some line of the app asks for: of any other it is enough that it is a failure, and what was said.
 * `REPLY_CODES` itself is not there, so that whoever imports it in the browser is told by the build.
 */
export function replyCodesCode(): string {
  // One text: quotes and brackets around each would be in the first chunk too.
  const written = sources();
  const names = Object.entries(REPLY_CODES)
    .filter(([name]) => written.includes(`'${name}'`))
    .map(([name, { code }]) => `${code}:${name}`);
  return `const names = new Map(${JSON.stringify(names.join())}.split(',').map((entry) => entry.split(':')));
export const replyCodeName = (code) => names.get(String(code)) ?? null;`;
}
