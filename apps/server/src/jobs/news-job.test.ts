import { expect, test } from 'vitest';
import type { SmsGateway } from '../ports/sms-gateway.ts';
import { newsJob } from './news-job.ts';

const message = { editionCode: 'js26', outId: 'FH1-upheld', phone: '13900000000', result: '有结果了' };

/** One round at a Beijing time of day, with a gateway that answers so; what the sending answered, if it came to that. */
async function round(time: string, kind: Awaited<ReturnType<SmsGateway['send']>>['kind']) {
  const nowMs = Date.parse(`2026-05-04T${time}:00+08:00`);
  const answers: boolean[] = [];
  const job = newsJob(
    'news',
    {
      editions: { edition: () => ({ document: { proName: '江苏惠民保' } }) } as never,
      clock: { now: () => nowMs } as never,
      log: { warn: () => undefined } as never,
      sms: { send: async () => ({ kind }) as never } as never,
    },
    async (send) => answers.push(await send(message)),
  );
  await job.run();
  return answers;
}

test('nobody is woken', async () => {
  expect(await round('03:00', 'accepted')).toEqual([]);
  expect(await round('07:59', 'accepted')).toEqual([]);
  expect(await round('08:00', 'accepted')).toEqual([true]);
  expect(await round('21:30', 'accepted')).toEqual([]);
});

test('only what the gateway lets wait is sent again', async () => {
  expect(await round('10:00', 'limited')).toEqual([false]);
  expect(await round('10:00', 'wrong-number')).toEqual([true]);
  expect(await round('10:00', 'unknown')).toEqual([true]);
});
