import type { Import } from './source-files.ts';

/**
 * Which part of the project may import which. A part is a path prefix; the longest one that fits a file names its part.
 * What is not listed is forbidden. Packages from outside are not restricted here, except where `packages` says so.
 */
type Part = { prefix: string; mayImport: string[]; packages?: RegExp };

const contract = 'packages/contract/src/';
const vocabulary = 'packages/contract/src/vocabulary/';
const domain = 'packages/domain/src/';
const server = 'apps/server/src/';
const storefront = 'apps/storefront/src/';
const in_ = (base: string, ...names: string[]) => names.map((name) => base + name);

const evidence = 'packages/evidence/src/';
const rules = [contract, domain];
const serverBase = [...in_(server, 'core.ts', 'ports/', 'security/', 'coordination/', 'db/'), evidence];
const clientBase = in_(storefront, 'api/', 'ui/', 'channel/', 'context/');

const parts: Part[] = [
  { prefix: contract, mayImport: [contract], packages: /^typebox(\/|$)/ },
  // Pure rules: no node: module, no framework; data packages only.
  { prefix: domain, mayImport: [domain, vocabulary], packages: /^@vant\/area-data$/ },
  // How evidence is stored and checked: needs nothing of ours, so that a verifier is nothing but this.
  { prefix: evidence, mayImport: [evidence], packages: /^(node:|fflate$)/ },
  // Below the server, whose tests use it: what starts and migrates a database for them is in tests/postgres.
  { prefix: 'packages/testing/', mayImport: ['packages/testing/'] },

  // Independent of the server on purpose: a shared mistake would cancel itself out.
  { prefix: 'apps/sandbox/', mayImport: ['apps/sandbox/'], packages: /^(node:|sm-crypto-v2$)/ },

  { prefix: `${server}main.ts`, mayImport: [server, 'apps/server/seed/'] },
  { prefix: `${server}build-server.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}build-console.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}dependencies.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}payment-providers.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}identity-providers.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}login-providers.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}medical-app.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}pre-existing-registries.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}sms-gateway.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}evidence-stores.ts`, mayImport: [server, ...rules, evidence] },
  { prefix: `${server}mail-gateway.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}page-providers.ts`, mayImport: [server, ...rules] },
  { prefix: `${server}startup-problem.ts`, mayImport: [] },
  { prefix: `${server}core.ts`, mayImport: serverBase },
  { prefix: `${server}settings`, mayImport: in_(server, 'settings', 'security/', 'startup-problem.ts') },
  { prefix: `${server}db/`, mayImport: in_(server, 'db/', 'ports/', 'startup-problem.ts') },
  { prefix: `${server}launch/`, mayImport: in_(server, 'launch/', 'db/', 'settings', 'startup-problem.ts') },
  // What a person runs beside the program, on its database.
  {
    prefix: `${server}commands/`,
    mayImport: [
      ...serverBase,
      ...in_(server, 'commands/', 'features/', 'settings', 'evidence-stores.ts', 'startup-problem.ts'),
      ...rules,
    ],
  },
  { prefix: `${server}security/`, mayImport: in_(server, 'security/', 'ports/') },
  // What replicas agree on through the database.
  { prefix: `${server}coordination/`, mayImport: in_(server, 'coordination/', 'ports/', 'security/', 'db/') },
  { prefix: `${server}ports/`, mayImport: [`${server}ports/`, ...rules, evidence] },
  { prefix: `${server}papers/`, mayImport: [`${server}papers/`, ...rules] },
  { prefix: `${server}sheets/`, mayImport: [`${server}sheets/`, ...rules] },
  { prefix: `${server}adapters/`, mayImport: [...in_(server, 'adapters/', 'ports/'), ...rules, evidence] },
  {
    prefix: `${server}features/`,
    mayImport: [...serverBase, ...in_(server, 'papers/', 'sheets/', 'http/handler.ts'), ...rules],
  },
  { prefix: `${server}http/`, mayImport: [...serverBase, ...in_(server, 'http/', 'features/'), ...rules] },
  { prefix: `${server}jobs/`, mayImport: [...serverBase, ...in_(server, 'jobs/', 'features/'), ...rules] },
  { prefix: 'apps/server/seed/', mayImport: ['apps/server/seed/', ...in_(server, 'db/', 'features/'), ...rules] },

  { prefix: `${storefront}app/`, mayImport: [storefront, ...rules] },
  // The app's other entry: the landing page rendered without a browser.
  { prefix: `${storefront}landing/`, mayImport: [storefront, ...rules] },
  // What a sale showed: a chunk of its own that the app fetches. Screens know of it by `context/recording.ts` alone.
  {
    prefix: `${storefront}recording/`,
    mayImport: [...in_(storefront, 'recording/', 'context/recording.ts'), contract],
    packages: /^(@rrweb\/record|fflate)$/,
  },
  { prefix: `${storefront}pages/`, mayImport: [...in_(storefront, 'pages/', 'features/'), ...clientBase, ...rules] },
  { prefix: `${storefront}features/`, mayImport: [...clientBase, ...rules] },
  { prefix: `${storefront}context/`, mayImport: [...in_(storefront, 'context/', 'api/', 'channel/'), ...rules] },
  { prefix: `${storefront}api/`, mayImport: [`${storefront}api/`, ...rules] },
  { prefix: `${storefront}channel/`, mayImport: [`${storefront}channel/`, ...rules] },
  { prefix: `${storefront}ui/`, mayImport: [`${storefront}ui/`, domain, vocabulary] },
  { prefix: storefront, mayImport: [storefront, ...rules] },
  { prefix: 'apps/storefront/', mayImport: ['apps/storefront/', ...rules] },

  // The operators' console. The residents' app and it never meet.
  { prefix: 'apps/console/vite', mayImport: ['apps/console/', 'apps/storefront/vite/precompress-plugin.ts', contract] },
  { prefix: 'apps/console/', mayImport: ['apps/console/', ...rules, evidence] },
];

/** The server's topics; a topic may call those after it. News travels the other way as outbox events. */
export const topics = [
  'inspection',
  'channel-desk',
  'reports',
  'people',
  'rights',
  'review-desk',
  'complaints',
  'change-desk',
  'order-desk',
  'catalogue-desk',
  'notice-desk',
  'imports',
  'edition-desk',
  'page-versions',
  'content-desk',
  'exit-desk',
  'replay',
  'evidence',
  'recording',
  'reconciliation',
  'refund',
  'renewal',
  'endorsement',
  'pre-existing',
  'policy-search',
  'claims',
  'special-drugs',
  'health-services',
  'certificate',
  'upgrade',
  'group',
  'policy',
  'withholding',
  'payment',
  'ledger',
  'insured-consent',
  'order',
  'mid-year',
  'assisted-sale',
  'booking',
  'lucky',
  'insured',
  'inbox',
  'account',
  'partner-jump',
  'sharing',
  'identity',
  'message-link',
  'uploads',
  'outlets',
  'support',
  'upkeep',
  'table-exports',
  'released-files',
  'staff',
  'configuration',
];

/** Says what is wrong with an import, or null when it follows the arrows. */
export function forbiddenArrow({ from, target }: Import): string | null {
  const part = parts
    .filter(({ prefix }) => from.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
  if (part === undefined) return `${from} belongs to no part: give it a place in tests/architecture/arrows.ts`;
  if (/^rrweb(\/|$)/.test(target)) return `${from} imports the whole kit of rrweb: take @rrweb/record or @rrweb/replay`;
  if (!/^(apps|packages)\//.test(target)) {
    const allowed = part.packages === undefined || part.packages.test(target);
    return allowed ? null : `${from} may not import the package ${target}`;
  }
  return betweenTopics(from, target) ?? (isListed(part, from, target) ? null : `${from} may not import ${target}`);
}

function isListed(part: Part, from: string, target: string): boolean {
  if (part.mayImport.some((prefix) => target.startsWith(prefix))) return true;
  // Topics are compared with one another by betweenTopics.
  return topicOf(from) !== null && topicOf(target) !== null;
}

type Topic = { side: 'server' | 'storefront'; name: string; file: string };

function topicOf(path: string): Topic | null {
  const [, side, name, file] = /^apps\/(server|storefront)\/src\/features\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return side && name && file ? { side: side as Topic['side'], name, file } : null;
}

function betweenTopics(from: string, target: string): string | null {
  const own = topicOf(from);
  const other = topicOf(target);
  if (own === null || other === null || own.name === other.name) return null;
  if (own.side === 'storefront') return `${from} may not import another feature (${target}); a page joins them`;
  const [above, below] = [topics.indexOf(own.name), topics.indexOf(other.name)];
  if (above < 0 || below < 0) return `give the features of ${from} and ${target} a place in the order of topics`;
  if (below < above) return `${from} may not call upwards (${target}); send an outbox event`;
  return other.file === 'index.ts' ? null : `${from} reaches into ${target}; use its index.ts`;
}
