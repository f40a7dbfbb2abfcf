import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The oldest browsers that the app runs in: Android's WebView and Safari of iOS, as the compatibility data names them. */
const OLDEST = { webview_android: 78, safari_ios: 14 } as const;

interface Statement {
  readonly version_added: string | boolean | null;
  readonly version_removed?: string;
  readonly flags?: readonly unknown[];
  readonly prefix?: string;
  readonly alternative_name?: string;
}

/** A node of the compatibility data; its other keys are nodes below it. */
export interface Feature {
  readonly __compat?: { readonly support: Readonly<Record<string, Statement | readonly Statement[]>> };
  readonly [name: string]: unknown;
}

export const DATA = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@mdn/browser-compat-data')), 'utf8'),
) as {
  readonly api: Readonly<Record<string, Feature>>;
  readonly javascript: { readonly builtins: Readonly<Record<string, Feature>> };
  readonly css: {
    readonly properties: Readonly<Record<string, Feature>>;
    readonly selectors: Readonly<Record<string, Feature>>;
    readonly types: Readonly<Record<string, Feature>>;
    readonly 'at-rules': Readonly<Record<string, Feature>>;
  };
};

/** The nodes below one. */
export function below(feature: Feature): [string, Feature][] {
  return Object.entries(feature).filter(([name]) => name !== '__compat') as [string, Feature][];
}

/** Whether each of the oldest browsers has it under its plain name; without data nothing is held against it. */
export function isOld(feature: Feature | undefined, prefix = ''): boolean {
  const support = feature?.__compat?.support;
  if (support === undefined) return true;
  return Object.entries(OLDEST).every(([browser, version]) => {
    const said = support[browser];
    const statements = said === undefined ? [] : Array.isArray(said) ? said : [said as Statement];
    return statements.some((statement) => holdsFor(statement, version, prefix));
  });
}

function holdsFor(statement: Statement, version: number, prefix: string): boolean {
  const { version_added: added, version_removed: removed, flags, alternative_name: other } = statement;
  if (flags !== undefined || other !== undefined || (statement.prefix ?? '') !== prefix) return false;
  if (typeof removed === 'string' && numberOf(removed) <= version) return false;
  return added === true || (typeof added === 'string' && numberOf(added) <= version);
}

const numberOf = (version: string): number => Number.parseFloat(version.replace('≤', ''));
