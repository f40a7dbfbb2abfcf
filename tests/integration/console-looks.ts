import { type AnyConsoleCall, consoleCalls } from '@huimin/contract/console';
import type { StaffRole } from '@huimin/contract/vocabulary';
import { STAFF_PERMISSION_TABLE } from '@huimin/domain/staff';

/** One look at a page of the console: a call, and what the page sends with it. */
export interface Look {
  readonly call: AnyConsoleCall;
  readonly input: Readonly<Record<string, unknown>>;
  /** What is chosen, in a word. */
  readonly choice: string;
}

/** What a look is filled with where the contract does not say which values there are. */
export interface LookValues {
  /** Two days, and the month of the first. */
  readonly from: string;
  readonly to: string;
  readonly city: string;
  readonly edition: string;
  /** By the name of a call: what else it is looked at by, such as numbers of things that are there. */
  readonly needed: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

interface Property {
  readonly enum?: readonly string[];
  readonly type?: string;
}

/** What asks for a file, or reads what another look has found; and what only counts today's searches of one person. */
const NO_PAGES = /^(download|repeat|try|read|check|seePageAt|showAsked|show(Shown|.*Paper|.*File|.*Voucher)|whoAmI)/;
const CURSORS = ['before', 'after'];
const DAYS = ['from', 'to'];

/** Every look that the console's pages offer: as it opens, and with each filter alone. What needs a number is looked at by `needed`. */
export function consoleLooks(values: LookValues): Look[] {
  const calls: readonly AnyConsoleCall[] = Object.values(consoleCalls);
  return calls
    .filter(({ staff, noted, name }) => staff !== 'door' && noted !== 'change' && !NO_PAGES.test(name))
    .flatMap((call) => looksOf(call, values));
}

function looksOf(call: AnyConsoleCall, values: LookValues): Look[] {
  const { properties = {}, required = [] } = call.input as {
    properties?: Readonly<Record<string, Property>>;
    required?: readonly string[];
  };
  const more = (values.needed[call.name] ?? []).map((input) => ({ call, input, choice: Object.keys(input).join('+') }));
  // Nobody is looked for by nothing.
  if (call.name === 'searchPeople') return more;
  const base: Record<string, unknown> = {};
  for (const name of required) {
    const [value] = valuesOf(name, properties[name], values);
    if (value === undefined) return more;
    base[name] = value;
  }
  const looks: Look[] = [{ call, input: base, choice: '' }, ...more];
  const has = (name: string) => name in properties && !required.includes(name);
  if (has('from')) {
    looks.push({ call, input: { ...base, from: values.from, to: values.to }, choice: `${values.from}–${values.to}` });
  }
  for (const [name, property] of Object.entries(properties)) {
    if (CURSORS.includes(name) || DAYS.includes(name)) continue;
    for (const value of valuesOf(name, property, values)) {
      if (base[name] !== value) looks.push({ call, input: { ...base, [name]: value }, choice: `${name}=${value}` });
    }
  }
  return looks;
}

function valuesOf(name: string, property: Property | undefined, values: LookValues): readonly unknown[] {
  if (property?.enum) return property.enum;
  if (property?.type === 'boolean') return [true];
  if (name === 'from' || name === 'day') return [values.from];
  if (name === 'to') return [values.to];
  if (name === 'month') return ['all', values.from.slice(0, 7)];
  if (name === 'city') return [values.city];
  if (name === 'edition' || name === 'product') return [values.edition];
  if (name === 'words') return ['演示'];
  return [];
}

export const mayLook = ({ staff }: AnyConsoleCall, role: StaffRole): boolean =>
  staff === 'self' || (staff !== 'door' && staff.some((name) => STAFF_PERMISSION_TABLE[name].roles.includes(role)));
