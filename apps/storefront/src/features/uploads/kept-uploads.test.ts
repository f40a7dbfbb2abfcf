import { expect, test } from 'vitest';
import { keptUploads } from './kept-uploads.ts';

const upload = { key: 'k1', name: '处方.jpg', fileId: `W${'1'.repeat(19)}` };

function box() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

test('what has arrived is found again, each under its name, and goes when there is nothing', () => {
  const session = box();
  keptUploads(session, 'a').write([upload]);
  expect(keptUploads(session, 'a').read()).toEqual([upload]);
  expect(keptUploads(session, 'b').read()).toEqual([]);
  keptUploads(session, 'a').write([]);
  expect(session.values.size).toBe(0);
});

test.each(['x', '{}', '[{"key":1}]', '[{"key":"k","name":"n","fileId":"../x"}]', 'null'])('%s is nothing', (text) => {
  const session = box();
  session.values.set('huimin-uploads-a', text);
  expect(keptUploads(session, 'a').read()).toEqual([]);
});

test('a storage that refuses breaks nothing', () => {
  const refusing = {
    ...box(),
    setItem: () => {
      throw new Error('full');
    },
  };
  for (const session of [refusing, null]) {
    keptUploads(session, 'a').write([upload]);
    expect(keptUploads(session, 'a').read()).toEqual([]);
  }
});
