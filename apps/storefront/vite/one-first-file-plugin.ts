import type { Plugin } from 'vite';

const RUNTIME = /^assets\/rolldown-runtime-[\w-]+\.js$/;
const IMPORT = /import ?\{([^}]+)\} ?from ?["']\.\/rolldown-runtime-[\w-]+\.js["'];?/g;

/**
 * Writes the bundler's three small helpers into each file that needs them. It makes a file of them that the landing page
 * would wait for beside its one script: a trip of its own for a hundred bytes.
 */
export function oneFirstFile(): Plugin {
  return {
    name: 'huimin:one-first-file',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/\s*<(?:script|link)[^>]*"\/assets\/rolldown-runtime-[^>]*>(?:<\/script>)?/g, ''),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const runtime = Object.values(bundle).find((file) => RUNTIME.test(file.fileName));
        if (!runtime) return;
        if (runtime.type !== 'chunk' || runtime.imports.length > 0) throw new Error('the helpers import something');
        const [, helpers, exported] = /^(.*?)export ?\{([^}]+)\};?\s*$/s.exec(runtime.code) ?? [];
        if (!helpers || !exported) throw new Error('the helpers are written differently');
        const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'app');
        if (!first) throw new Error('there is no first file');
        const locals = new Map(namesOf(exported).map(([local, name = local]) => [name, local]));
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk === runtime) continue;
          chunk.code = chunk.code.replace(IMPORT, (_, imported: string) => {
            const taken = namesOf(imported).map(([name, local = name]) => ({
              local,
              from: locals.get(name as string),
            }));
            const names = taken.map(({ local, from }) => `${from}:${local}`);
            return `const{${names.join()}}=(()=>{${helpers}return{${taken.map(({ from }) => from).join()}}})();`;
          });
          // The lists of what a screen needs are read by position: the place goes to a file that is there already.
          chunk.code = chunk.code.replaceAll(`"${runtime.fileName}"`, `"${first.fileName}"`);
        }
        delete bundle[runtime.fileName];
      },
    },
  };
}

/** `a as b, c` as pairs. */
function namesOf(list: string): string[][] {
  return list.split(',').map((one) => one.trim().split(/\s+as\s+/));
}
