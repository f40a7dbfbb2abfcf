import { isDamage, sha256 } from '@huimin/evidence/bytes';
import { sampleAuthority } from '@huimin/evidence/sample';
import { certificatesOfPem, checkStamp } from '@huimin/evidence/stamp';
import { expect, test } from 'vitest';
import { askStamp } from './stamp-due.ts';

const imprint = sha256('a checkpoint');
const random = { bytes: (length: number) => Buffer.alloc(length, 7) } as Parameters<typeof askStamp>[0]['random'];
const other = sampleAuthority({ kind: 'ec', name: 'Other' });

test.each([
  ['sends its root', false, 0],
  ['keeps its root', false, 1],
  ['keeps its root', true, 0],
  ['keeps its root', true, 1],
])('who %s is kept with it, and believed by whoever has no roots', async (_what, keepsRoot, between) => {
  const authority = sampleAuthority({ kind: 'ec', keepsRoot, between });
  const stamp = async () => authority.stamp(imprint, Date.UTC(2026, 10, 22), random.bytes(12));
  const roots = other.rootPem + authority.rootPem;
  const { reply, certificates } = await askStamp({ random }, { number: 1, roots, stamp }, imprint);
  expect(certificatesOfPem(certificates)).toEqual(certificatesOfPem(authority.chainPem));
  expect(isDamage(checkStamp(reply, { imprint, roots: null, certificates }))).toBe(false);
});
