import { parseSync } from 'oxc-parser';
import { below, DATA, type Feature, isOld } from './browser-support.ts';

const { builtins } = DATA.javascript;
const { api } = DATA;

type Node = { readonly type: string; readonly [name: string]: unknown };

/** What the global names of a page are. */
const INSTANCES: Readonly<Record<string, string>> = {
  window: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  performance: 'Performance',
  crypto: 'Crypto',
  history: 'History',
  location: 'Location',
  screen: 'Screen',
};

/** Interfaces whose methods are told by their name alone; of rarer ones the names are those of our own functions too. */
const INTERFACES =
  /^(AbortSignal|Animation|Blob|Cache|CSSStyleDeclaration|Document|DOMRect|DOMTokenList|Element|Event|EventTarget|File|FormData|Headers|History|HTML(Button|Canvas|Dialog|Form|Image|Input|Select|TextArea|Video|Audio|Media)?Element|IDB\w+|Intersection\w+|Location|Navigator|Node|NodeList|Performance|Range|Request|Resize\w+|Response|Selection|ServiceWorker\w*|Storage|StyleSheet|SubtleCrypto|TextDecoder|URL|URLSearchParams|Window)$/;

/** Things whose methods nobody calls by chance. */
const NAMESPACES = /^(Atomics|Intl|Temporal|WebAssembly|(Async)?DisposableStack)$/;

/** Methods and properties of things by name: those that no thing of any kind had in the oldest browsers. */
const NEW_MEMBERS = newMembers();

/**
 * What a script uses that the oldest browsers lack: globals (`structuredClone`), members of globals (`Object.hasOwn`,
 * `navigator.share`), calls of methods that nothing had (`.replaceAll()`), and regular expressions they cannot read, which
 * would keep them from reading the file at all. Whether a use is guarded is not looked at.
 */
export function newScriptFeatures(code: string): Set<string> {
  const found = new Set<string>();
  const { program, errors } = parseSync('built.js', code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const declared = new Set<string>();
  walk(program as unknown as Node, (node) => {
    if (node.type === 'VariableDeclarator') for (const name of namesIn(node.id as Node)) declared.add(name);
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') declared.add(nameOf(node.id) ?? '');
  });
  walk(program as unknown as Node, (node) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const callee = node.callee as Node;
      const name = nameOf(callee);
      if (name !== null && !declared.has(name) && isNewGlobal(name)) found.add(name);
      if (callee.type === 'MemberExpression') {
        const method = nameOf(callee.property);
        const owner = nameOf(callee.object);
        if (method !== null && callee.computed !== true) {
          const onGlobal = owner !== null && !declared.has(owner) ? memberOf(owner, method) : undefined;
          if (onGlobal !== undefined) {
            if (!isOld(onGlobal)) found.add(`${owner}.${method}`);
          } else if (NEW_MEMBERS.has(method)) found.add(`.${method}()`);
        }
      }
    }
    if (node.type === 'Literal' && node.regex !== undefined && node.regex !== null) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      if (/\(\?<[=!]/.test(pattern)) found.add('lookbehind in a regular expression');
      if (/[dv]/.test(flags)) found.add(`the flag ${flags} of a regular expression`);
    }
  });
  return found;
}

function memberOf(owner: string, member: string): Feature | undefined {
  const places = [builtins[owner], api[owner], api[INSTANCES[owner] ?? '']];
  for (const place of places) {
    const feature = place?.[`${member}_static`] ?? place?.[member];
    if (feature !== undefined) return feature as Feature;
  }
  return undefined;
}

function isNewGlobal(name: string): boolean {
  const feature = builtins[name] ?? api[name] ?? (api.Window as Feature)[name];
  return feature !== undefined && !isOld(feature as Feature);
}

function newMembers(): Set<string> {
  const fresh = new Set<string>();
  const known = new Set<string>();
  const interfaces = Object.entries(api).filter(([name]) => INTERFACES.test(name));
  const things = Object.entries(builtins).filter(([name]) => !NAMESPACES.test(name));
  for (const thing of [...things, ...interfaces].map(([, feature]) => feature)) {
    for (const [member, feature] of below(thing)) {
      if (member.includes('_')) continue;
      (isOld(feature) ? known : fresh).add(member);
    }
  }
  return new Set([...fresh].filter((name) => !known.has(name)));
}

function namesIn(pattern: Node): string[] {
  const names: string[] = [];
  walk(pattern, (node) => {
    if (node.type === 'Identifier') names.push(node.name as string);
  });
  return names;
}

function nameOf(node: unknown): string | null {
  const { type, name } = (node ?? {}) as Partial<Node>;
  return type === 'Identifier' ? (name as string) : null;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string')
        walk(child as Node, visit);
    }
  }
}
