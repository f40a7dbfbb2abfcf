import { createTestClock } from '@huimin/testing';
import { expect, test } from 'vitest';
import { createAskGate } from './ask-gate.ts';

test('one question per subject and pause; another subject, or a later moment, is a question of its own', async () => {
  const clock = createTestClock();
  const gate = createAskGate(clock);
  let questions = 0;
  const ask = (subject: string) => gate.ask(subject, async () => ++questions);
  expect(await Promise.all([ask('attempt 1 CREATED'), ask('attempt 1 CREATED')])).toEqual([1, 1]);
  expect(await ask('attempt 1 WAITING')).toBe(2);
  clock.advance(1_999);
  expect(await ask('attempt 1 WAITING')).toBe(2);
  clock.advance(1);
  expect(await ask('attempt 1 WAITING')).toBe(3);
});

test('while an answer is awaited nobody asks again, however long it takes; a question that failed may be asked again', async () => {
  const clock = createTestClock();
  const gate = createAskGate(clock);
  let questions = 0;
  let answer = (_state: string): void => undefined;
  const slow = () =>
    gate.ask('attempt 1', () => {
      questions += 1;
      return new Promise<string>((resolve) => {
        answer = resolve;
      });
    });
  const first = slow();
  clock.advance(30_000);
  const second = slow();
  answer('paid');
  expect(await Promise.all([first, second])).toEqual(['paid', 'paid']);
  expect(questions).toBe(1);

  clock.advance(2_000);
  const failing = gate.ask('attempt 1', () => Promise.reject(new Error('no answer')));
  await expect(failing).rejects.toThrow('no answer');
  clock.advance(2_000);
  expect(await gate.ask('attempt 1', async () => 'unpaid')).toBe('unpaid');
});
