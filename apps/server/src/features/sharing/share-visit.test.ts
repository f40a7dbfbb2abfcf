import { expect, test } from 'vitest';
import { createBlindIndex } from '../../security/vault.ts';
import { readShareVisit, shareVisitText } from './share-visit.ts';

const index = createBlindIndex(Buffer.alloc(32, 2));
const VISIT = { shareCode: '0123456789abcdef', shareFrom: 'poster', atMs: Date.UTC(2026, 10, 20) } as const;

test.each([VISIT, { ...VISIT, shareFrom: null }, { ...VISIT, shareFrom: 'certificate' as const }])(
  'what is kept of $shareFrom is read back',
  (visit) => {
    const text = shareVisitText(index, visit);
    expect(text).toMatch(/^[\w-]{40}$/);
    expect(readShareVisit(index, text)).toEqual(visit);
  },
);

test('nobody makes or changes one', () => {
  const text = shareVisitText(index, VISIT);
  for (let at = 0; at < text.length; at++) {
    const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'Q' : 'A'}${text.slice(at + 1)}`;
    expect(readShareVisit(index, changed)).toBeNull();
  }
  expect(readShareVisit(createBlindIndex(Buffer.alloc(32, 3)), text)).toBeNull();
  for (const nothing of [undefined, '', 'A'.repeat(40), `${text}A`, '../../etc/passwd'])
    expect(readShareVisit(index, nothing)).toBeNull();
});
