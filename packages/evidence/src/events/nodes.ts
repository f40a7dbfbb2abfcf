/** Section 2, "Nodes": what pages consist of, written as lists. Everything else is as rrweb has it. */

const [PICTURE, INCREMENT, MUTATION, ELEMENT, TEXT] = [2, 3, 0, 2, 3];
const SVG = '/';

/** Thrown by expansion: a list that is no node. */
export class UnknownNode extends Error {
  override name = 'UnknownNode';
}

/** Gives the events of a batch whose strings have been expanded their nodes back. */
export function expandNodes<T>(events: T): T {
  return (Array.isArray(events) ? events.map(expandEvent) : events) as T;
}

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function expandEvent(event: unknown): unknown {
  if (!isObject(event) || !isObject(event.data)) return event;
  const { type, data } = event;
  const place = { before: 0 };
  const read = nodeReader(place);
  if (type === PICTURE && 'node' in data) return { ...event, data: { ...data, node: read(data.node) } };
  if (type !== INCREMENT || data.source !== MUTATION || !Array.isArray(data.adds)) return event;
  let parentId = 0;
  const adds = data.adds.map((add: unknown) => {
    if (!Array.isArray(add)) return isObject(add) && 'node' in add ? { ...add, node: read(add.node) } : add;
    const [step, next, node] = add;
    parentId += wholeNumber(step);
    const nextId = next === null ? null : place.before + wholeNumber(next);
    return { parentId, nextId, node: read(node) };
  });
  return { ...event, data: { ...data, adds } };
}

/** Reads the nodes of one event, in the order in which they are written; `place` has the id of the one before. */
function nodeReader(place: { before: number }): (node: unknown) => unknown {
  return function read(node: unknown): unknown {
    if (!Array.isArray(node)) {
      if (!isObject(node)) return node;
      if (typeof node.id === 'number') place.before = node.id;
      return Array.isArray(node.childNodes) ? { ...node, childNodes: node.childNodes.map(read) } : node;
    }
    const [step, name, attributes, ...children] = node;
    const id = place.before + wholeNumber(step);
    place.before = id;
    if (typeof name !== 'string') throw new UnknownNode('a node without a name or a text');
    if (node.length === 2) return { type: TEXT, textContent: name, id };
    const isSvg = name.startsWith(SVG);
    const tagName = isSvg ? name.slice(SVG.length) : name;
    const childNodes = children.map(read);
    return { type: ELEMENT, tagName, attributes, childNodes, ...(isSvg ? { isSVG: true } : {}), id };
  };
}

function wholeNumber(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new UnknownNode('a place in the page that is no whole number');
  return value as number;
}
