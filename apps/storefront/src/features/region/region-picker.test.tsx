// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RegionPicker } from './region-picker.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let confirmed: string[];
beforeEach(() => {
  confirmed = [];
  root = createRoot(document.createElement('div'));
});
afterEach(async () => {
  await act(async () => root.unmount());
});

const show = (chosen: string | null) =>
  act(async () =>
    root.render(<RegionPicker open chosen={chosen} onConfirm={(code) => confirmed.push(code)} onClose={() => {}} />),
  );
const chip = (words: string) =>
  Array.from(document.querySelectorAll('label')).find((label) => label.textContent === words);
const choose = (words: string) => act(async () => chip(words)?.querySelector('input')?.click());
const confirm = () =>
  act(async () =>
    Array.from(document.querySelectorAll('button'))
      .find((button) => button.textContent === '确认添加')
      ?.click(),
  );
const said = () => document.querySelector('[role=alert]')?.textContent;

describe('the region picker', () => {
  it('offers the 13 cities and 省直, with nothing chosen', async () => {
    await show(null);
    expect(document.querySelectorAll('input[name=region-city]')).toHaveLength(14);
    expect(document.querySelector('input:checked')).toBeNull();
  });

  it('announces what is missing when confirmed without a choice, and is quiet again after one', async () => {
    await show(null);
    await confirm();
    expect(said()).toBe('请先选择医保所在地');
    expect(confirmed).toEqual([]);
    await choose('南京');
    expect(said()).toBeUndefined();
    await confirm();
    expect(confirmed).toEqual(['320100']);
  });

  it('opens the districts of Suzhou and wants one of them', async () => {
    await show(null);
    expect(chip('工业园区')).toBeUndefined();
    await choose('苏州');
    await confirm();
    expect(said()).toBe('请再选苏州的区、县级市');
    await choose('工业园区');
    expect(document.body.textContent).toContain('已选：苏州 - 工业园区');
    await confirm();
    expect(confirmed).toEqual(['320540']);
  });

  it('starts from the choice made before', async () => {
    await show('320583');
    expect(
      Array.from(document.querySelectorAll('input:checked'), (input) => input.closest('label')?.textContent),
    ).toEqual(['苏州', '昆山']);
  });
});
