import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { CONTRACT_CALLS_ID } from './contract-calls-plugin.ts';

const FOLDER = join(import.meta.dirname, '../src/pages/');
/** Where the first tap leads: the people to insure, the login before it, and the account, which messages link to as well. */
const SCREENS = ['insure/choose-insured-page.tsx', 'login/login-page.tsx', 'my/my-account-page.tsx'].map((name) =>
  join(FOLDER, name),
);
/** Is shown on the way there. */
const LOADING = join(import.meta.dirname, '../src/ui/loading-panel.tsx');
/** Has the styles of what stands on every screen. */
const TABLE = join(import.meta.dirname, '../src/app/route-table.ts');

type Context = Rolldown.PluginContext;
type Names = { readonly source: string; readonly names: readonly string[] };

/**
 * Knows the modules that these screens take in, so that what they share with others is one file, without what only others
 * share. What those modules take in themselves follows by itself. Of styles it knows all that these screens show.
 */
export function firstTap(): { plugin: Plugin; takesIn(id: string): boolean; showsStyles(id: string): boolean } {
  const taken = new Set([LOADING]);
  const shown = new Set<string>();
  return {
    takesIn: (id) => taken.has(id),
    showsStyles: (id) => shown.has(id) && id.endsWith('.css'),
    plugin: {
      name: 'huimin:first-tap',
      apply: 'build',
      async buildEnd(error) {
        if (error) return;
        for (const screen of SCREENS) await walk(this, screen);
        for (const id of [TABLE, LOADING, ...SCREENS]) await walkStyles(this, id);
      },
    },
  };

  /** Styles lie beside what shows them, at any depth. */
  async function walkStyles(context: Context, id: string): Promise<void> {
    if (shown.has(id)) return;
    shown.add(id);
    if (id.endsWith('.css')) return;
    for (const one of await importedBy(context, id)) await walkStyles(context, one);
  }

  async function walk(context: Context, id: string): Promise<void> {
    for (const one of [...(await importedBy(context, id)), ...callsIn(codeOf(context, id))]) {
      if (taken.has(one)) continue;
      taken.add(one);
      // Parts of the screens themselves, which stay in their files.
      if (one.startsWith(FOLDER) || context.getModuleInfo(one)?.importers.length === 1) await walk(context, one);
    }
  }
}

async function importedBy(context: Context, id: string): Promise<string[]> {
  const behind = context.parse(codeOf(context, id)).body.map((node) => {
    if (node.type !== 'ImportDeclaration') return [];
    const names = node.specifiers.flatMap((one) => (one.type === 'ImportSpecifier' ? [nameOf(one.imported)] : []));
    return modulesBehind(context, id, { source: node.source.value, names });
  });
  return (await Promise.all(behind)).flat();
}

/** The list of what a folder offers hands on all of it; these are the modules of the names that are asked for. */
async function modulesBehind(context: Context, importer: string, { source, names }: Names): Promise<string[]> {
  const id = (await context.resolve(source, importer))?.id;
  if (id === undefined) throw new Error(`${importer} imports ${source}, which is not there`);
  if (!id.endsWith('/index.ts')) return [id];
  const behind = context.parse(codeOf(context, id)).body.map((node) => {
    if (node.type !== 'ExportNamedDeclaration' || !node.source) return [];
    const asked = node.specifiers.filter(({ exported }) => names.includes(nameOf(exported)));
    if (asked.length === 0) return [];
    return modulesBehind(context, id, { source: node.source.value, names: asked.map(({ local }) => nameOf(local)) });
  });
  return (await Promise.all(behind)).flat();
}

/** All calls are offered as one object, each from a module of its own. */
function callsIn(code: string): string[] {
  return [...code.matchAll(/\bcalls\.(\w+)/g)].map(([, name]) => `\0${CONTRACT_CALLS_ID}/${name}`);
}

function codeOf(context: Context, id: string): string {
  const code = context.getModuleInfo(id)?.code;
  if (typeof code !== 'string') throw new Error(`no such module: ${id}`);
  return code;
}

function nameOf(name: { readonly name: string } | { readonly value: string }): string {
  return 'name' in name ? name.name : name.value;
}
