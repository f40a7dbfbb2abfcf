import { packed } from '../src/recording/pack.ts';

/** What stands around the events of a short batch, and between values. */
const AROUND = '\n[1,0,"\n[{"k":1,"v":""},{"k":2,"v":"';

/**
 * What batches of this build are likely to say: a recorded purchase, with the strings of this build's table as their numbers.
 * A short batch says only what differs. What has changed since it was recorded only makes batches longer.
 */
export function reference(sample: string, strings: readonly string[]): string {
  const table = { sha256: 'of this build', index: new Map(strings.map((one, number) => [one, number])) };
  let before = 0;
  const events = sample
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { type, timestamp, data } = JSON.parse(line) as { type: number; timestamp: number; data: unknown };
      const step = timestamp - before;
      before = timestamp;
      return `{"type":${type},"timestamp":~${step},"data":${JSON.stringify(packed(type, data, table))}}`;
    });
  return `[${events.join(',')}]${AROUND}`;
}
