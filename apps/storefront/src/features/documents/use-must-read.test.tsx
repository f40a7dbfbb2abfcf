// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MustRead, unreadText, useMustRead } from './use-must-read.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const documents = [
  { key: 'notice', title: '投保须知', version: 2 },
  { key: 'clauses', title: '条款', version: 1 },
  { key: 'health', title: '健康告知', version: 1 },
];
let root: Root;
let reading: MustRead;

function Page() {
  const [read, setRead] = useState<Readonly<Record<string, number>>>({ clauses: 1 });
  reading = useMustRead(documents, {
    isRead: ({ key, version }) => (read[key] ?? 0) >= version,
    keep: ({ key, version }) => setRead((before) => ({ ...before, [key]: version })),
  });
  return null;
}

beforeEach(async () => {
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Page />));
});
afterEach(() => act(async () => root.unmount()));

const unread = () => reading.unread.map(({ key }) => key);

it('goes from one to the next that is unread, and closes after the last', async () => {
  expect(unread()).toEqual(['notice', 'health']);
  expect(unreadText(reading, '付款')).toBe('还有 2 份文件没读，读完才能付款');
  await act(async () => reading.begin('notice'));
  expect(reading.open).toBe('notice');
  await act(async () => reading.finish({ key: 'notice', version: 2 }));
  expect([reading.open, unread()]).toEqual(['health', ['health']]);
  await act(async () => reading.finish({ key: 'health', version: 1 }));
  expect([reading.open, unread(), unreadText(reading, '确认')]).toEqual([null, [], null]);
});

it('counts no older version, and does not open the same one again', async () => {
  await act(async () => reading.begin('notice'));
  await act(async () => reading.finish({ key: 'notice', version: 1 }));
  expect([reading.open, unread()]).toEqual(['health', ['notice', 'health']]);
  await act(async () => reading.close());
  expect(reading.open).toBeNull();
});
