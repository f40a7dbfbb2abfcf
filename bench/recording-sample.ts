import { expandEvents } from '../packages/evidence/src/events/index.ts';

interface Event {
  readonly type: number;
  readonly timestamp: number;
  readonly data: { readonly tag?: string; readonly payload?: object };
}

/** Marks that say more of a machine than of a page. */
const LEFT_OUT = ['env', 'device', 'clock'];
const LONG_STYLE = 100;
/** Of one run alone: addresses, and what the server numbers or counts. */
const NUMBER = /\d{16,}/g;
const ORIGIN = /http:\/\/localhost:\d+/g;
const OWN_BUILD = /("build","content":")[\da-f]{32}/g;

/** A recorded purchase as builds keep it: one event a line, without what only this run could say. */
export function sampleOf(batches: readonly { readonly data: string }[], table: readonly string[]): string {
  const events = batches.flatMap(({ data }) => expandEvents(JSON.parse(data) as Event[], table));
  const lines = events
    .filter(({ data }) => !LEFT_OUT.includes(data.tag ?? ''))
    .map(({ type, timestamp, data }) => {
      const payload = data.payload && { ...data.payload, ...without(data.payload) };
      return { type, timestamp, data: { ...data, ...(payload ? { payload } : {}) } };
    });
  const text = lines.map((line) => JSON.stringify(line, withoutStyles)).join('\n');
  const nobodys = text.replace(ORIGIN, 'https://localhost').replace(OWN_BUILD, '$1');
  return `${nobodys.replace(NUMBER, (number) => '0'.repeat(number.length))}\n`;
}

function without(payload: object): object {
  return Object.fromEntries(
    ['requestId', 'orderNo', 'build'].filter((name) => name in payload).map((name) => [name, '']),
  );
}

/** A style sheet is the build's own, and would be another with every change. */
function withoutStyles(name: string, value: unknown): unknown {
  return name === '_cssText' && String(value).length > LONG_STYLE ? '' : value;
}
