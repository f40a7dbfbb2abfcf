import { expect, test } from 'vitest';
import { fakePhone } from './testing/fake-phone.ts';

test('an ending sends all there is under its own name with the last number said, however long the line was away, and by the key of an earlier load', async () => {
  const phone = fakePhone();
  const { life, say } = phone.page('tab-1', 'AN-EARLIER-KEY');
  phone.receiver.answers(() => 'no-answer');
  say('typed', true);
  const ended = life.end();
  const gone = life.flush(2_000);
  await phone.time.pass(2_000);
  expect(await gone).toBe(false);
  phone.receiver.answers(() => 'ok');
  await phone.time.pass(60_000);
  await ended;
  expect(phone.said()).toEqual(['typed']);
  expect(phone.receiver.batches()).toMatchObject([
    { traceId: 'trace-0001', tab: 'tab-1', final: true, key: 'AN-EARLIER-KEY' },
  ]);
});
