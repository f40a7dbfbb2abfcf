// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from './toast.ts';

const region = () => document.querySelector('[role=status]');

describe('toast', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    document.body.replaceChildren();
  });

  it('has its live region on the page before the words, so that they are announced', () => {
    toast('复制成功', { kind: 'ok' });
    expect(region()?.getAttribute('aria-live')).toBe('polite');
    expect(region()?.textContent).toBe('');
    vi.advanceTimersByTime(100);
    expect(region()?.textContent).toBe('复制成功');
  });

  it('goes after 2 s for own words and after 3.5 s for the server’s', () => {
    toast('复制成功', { kind: 'ok' });
    vi.advanceTimersByTime(2100);
    expect(region()?.textContent).toBe('');
    toast('手机号已被使用，请换一个号码，或联系客服');
    vi.advanceTimersByTime(3000);
    expect(region()?.textContent).toContain('手机号已被使用');
    vi.advanceTimersByTime(700);
    expect(region()?.textContent).toBe('');
  });

  it('stays longer where there is more to read, and longer still in elder mode', () => {
    const sentence = '验证码刚发过，请看最新一条短信。没收到的话，1 分钟后再获取';
    toast(sentence);
    vi.advanceTimersByTime(4500);
    expect(region()?.textContent).toBe(sentence);
    vi.advanceTimersByTime(1000);
    expect(region()?.textContent).toBe('');
    document.documentElement.dataset.mode = 'elder';
    toast(sentence);
    vi.advanceTimersByTime(7000);
    expect(region()?.textContent).toBe(sentence);
    vi.advanceTimersByTime(1500);
    expect(region()?.textContent).toBe('');
    delete document.documentElement.dataset.mode;
  });

  it('shows only the newest, for its whole time', () => {
    toast('一', { kind: 'ok' });
    vi.advanceTimersByTime(1900);
    toast('二', { kind: 'fail' });
    vi.advanceTimersByTime(1900);
    expect(region()?.textContent).toBe('二');
    expect(document.querySelectorAll('[role=status]')).toHaveLength(1);
  });

  it('shows words, never markup', () => {
    toast('<img src=x onerror=alert(1)>');
    vi.advanceTimersByTime(100);
    expect(region()?.querySelector('img')).toBeNull();
    expect(region()?.textContent).toBe('<img src=x onerror=alert(1)>');
  });
});
