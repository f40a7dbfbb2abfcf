import { consoleCalls } from '@huimin/contract/console';
import type { Plugin } from 'vite';

const ID = 'virtual:console-calls';

/** Gives the browser of each call what it needs to send it, and nothing else: no schema travels. */
export function consoleCallsPlugin(): Plugin {
  return {
    name: 'huimin:console-calls',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? { code: consoleCallsCode(), moduleSideEffects: false } : null),
  };
}

function consoleCallsCode(): string {
  const descriptions = Object.values(consoleCalls).map(({ name, method, path, noted }) => [
    name,
    { method, path, ...(noted === 'change' ? { changes: true } : {}) },
  ]);
  return `export const descriptions = ${JSON.stringify(Object.fromEntries(descriptions))};`;
}
