import type { Shorten } from './wire.ts';

/** The build's string table by its texts. */
export interface Table {
  /** SHA-256 of its file; empty when there is none. */
  readonly sha256: string;
  readonly index: ReadonlyMap<string, number>;
  /** Null where the build's reference has not come. */
  readonly shorten: Shorten | null;
}

export const NO_TABLE: Table = { sha256: '', index: new Map(), shorten: null };

const DEL = '\u007f';
const SVG = '/';
const [PICTURE, INCREMENT, MUTATION, ELEMENT, TEXT] = [2, 3, 0, 2, 3];

type Members = Readonly<Record<string, unknown>>;

/**
 * The data of an event as a batch that names this table has it, by the format's sections on the string table and on nodes.
 * Without a table: what was given.
 */
export function packed(type: number, data: unknown, { sha256, index }: Pick<Table, 'sha256' | 'index'>): unknown {
  if (sha256 === '') return data;

  function strings(value: unknown): unknown {
    if (typeof value === 'string') {
      const number = index.get(value);
      if (number !== undefined) return DEL + number.toString(36);
      return value.charCodeAt(0) === 127 ? DEL + value : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? value.map(strings) : members(value as Members, strings);
  }

  /** Id of the node that was written before. */
  let before = 0;
  function node(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return strings(value);
    const { type, id, tagName, attributes, childNodes, textContent, isSVG, ...more } = value as Members;
    const step = Number(id) - before;
    if (typeof id === 'number') before = id;
    const isPlain = Number.isSafeInteger(step) && typeof id === 'number' && isNothing(more);
    if (
      isPlain &&
      type === TEXT &&
      typeof textContent === 'string' &&
      isNothing({ tagName, attributes, childNodes, isSVG })
    )
      return [step, strings(textContent)];
    if (
      isPlain &&
      type === ELEMENT &&
      typeof tagName === 'string' &&
      !tagName.startsWith(SVG) &&
      (isSVG === undefined || isSVG === true) &&
      textContent === undefined &&
      Array.isArray(childNodes)
    )
      return [step, strings(isSVG ? SVG + tagName : tagName), strings(attributes), ...childNodes.map(node)];
    return members(value as Members, (member, name) =>
      name === 'childNodes' && Array.isArray(member) ? member.map(node) : strings(member),
    );
  }

  let parentBefore = 0;
  function added(value: unknown): unknown {
    const { parentId, nextId, node: content, ...more } = value as Members;
    if (typeof parentId !== 'number' || (nextId !== null && typeof nextId !== 'number') || !isNothing(more))
      return members(value as Members, (member, name) => (name === 'node' ? node(member) : strings(member)));
    const step = parentId - parentBefore;
    parentBefore = parentId;
    return [step, nextId === null ? null : nextId - before, node(content)];
  }

  if (typeof data !== 'object' || data === null) return strings(data);
  if (type === PICTURE)
    return members(data as Members, (member, name) => (name === 'node' ? node(member) : strings(member)));
  if (type === INCREMENT && (data as Members).source === MUTATION)
    return members(data as Members, (member, name) =>
      name === 'adds' && Array.isArray(member) ? member.map(added) : strings(member),
    );
  return strings(data);
}

function members(value: Members, change: (member: unknown, name: string) => unknown): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(value)) changed[name] = change(value[name], name);
  return changed;
}

/** JSON leaves out what is not defined. */
function isNothing(more: Members): boolean {
  for (const name of Object.keys(more)) if (more[name] !== undefined) return false;
  return true;
}
