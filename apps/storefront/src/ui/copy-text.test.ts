// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyText, copyWith } from './copy-text.ts';

const refuse = () => Promise.reject(new Error('not allowed'));

describe('copying', () => {
  it('uses the clipboard where there is one', async () => {
    const copied: string[] = [];
    const writeText = async (text: string) => {
      copied.push(text);
    };
    expect(await copyWith({ writeText, copyBySelection: () => false }, '苏民安')).toBe(true);
    expect(copied).toEqual(['苏民安']);
  });

  it('falls back to a selection when the clipboard is missing or refuses', async () => {
    const bySelection: string[] = [];
    const copyBySelection = (text: string) => bySelection.push(text) > 0;
    expect(await copyWith({ copyBySelection }, 'a')).toBe(true);
    expect(await copyWith({ writeText: refuse, copyBySelection }, 'b')).toBe(true);
    expect(bySelection).toEqual(['a', 'b']);
  });

  it('admits that nothing worked', async () => {
    expect(await copyWith({ writeText: refuse, copyBySelection: () => false }, 'a')).toBe(false);
    const throws = () => {
      throw new Error('no command');
    };
    expect(await copyWith({ copyBySelection: throws }, 'a')).toBe(false);
  });
});

describe('what the person hears', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const said = () => document.querySelector('[role=status]')?.textContent;

  it('is 复制成功 or 复制失败', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
    await copyText('a');
    vi.advanceTimersByTime(100);
    expect(said()).toBe('复制成功');
    vi.stubGlobal('navigator', {});
    document.execCommand = () => false;
    await copyText('a');
    vi.advanceTimersByTime(100);
    expect(said()).toBe('复制失败');
  });
});
