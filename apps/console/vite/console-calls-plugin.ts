import type { Plugin } from 'vite';

const ID = 'virtual:console-calls';

/** Gives the browser of each call what it needs to send it, and nothing else: no schema travels. */
export function consoleCallsPlugin(): Plugin {
  return {
    name: 'huimin:console-calls',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: async (id) => (id === `\0${ID}` ? { code: await consoleCallsCode(), moduleSideEffects: false } : null),
  };
}

/** Read only where something asks for it: tests of pages that do not name this plugin too. */
async function consoleCallsCode(): Promise<string> {
  const { consoleCalls } = await import('@huimin/contract/console');
  const descriptions = Object.values(consoleCalls).map(({ name, method, path, noted }) => [
    name,
    { method, path, ...(noted === 'change' ? { changes: true } : {}) },
  ]);
  return `export const descriptions = ${JSON.stringify(Object.fromEntries(descriptions))};`;
}
