// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkFailure } from '../../api/network-failure.ts';
import { TakeBack } from './take-back.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const offline = { ok: false, name: 'no-reply', failure: new NetworkFailure('offline', 'withdrawDrug') } as const;
let root: Root;
let happened: string[];
let arrives: boolean;
beforeEach(async () => {
  happened = [];
  const box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  await act(async () =>
    root.render(
      <TakeBack
        which="示例替尼片"
        busy={false}
        withdraw={async () => {
          happened.push('withdrawn');
          return arrives ? { ok: true, value: null } : offline;
        }}
        onChanged={() => happened.push('looked again')}
      />,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const tap = (words: string) =>
  act(async () => {
    const all = Array.from(document.querySelectorAll('button'));
    all.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === words)?.click();
  });
const dialog = () => document.querySelector('[role=dialog]');
const ask = async () => {
  await tap('撤销申请：示例替尼片');
  expect(dialog()?.textContent).toContain('交的材料会一起删除');
};

it('takes nothing back before the question is answered with yes', async () => {
  arrives = true;
  await ask();
  await tap('取消');
  await vi.waitFor(() => expect(dialog()).toBeNull(), 3_000);
  expect(happened).toEqual([]);
  await ask();
  await tap('撤销');
  await vi.waitFor(() => expect(happened).toEqual(['withdrawn', 'looked again']), 3_000);
  await vi.waitFor(() => expect(document.querySelector('.toast')?.textContent).toBe('已撤销'), 3_000);
});

it('says when it was not taken back, and looks how things stand', async () => {
  arrives = false;
  await ask();
  await tap('撤销');
  await vi.waitFor(() => expect(happened).toEqual(['withdrawn', 'looked again']), 3_000);
  await vi.waitFor(() => expect(document.querySelector('.toast')?.textContent).toBe('网络不通，请再试一次'), 3_000);
});
