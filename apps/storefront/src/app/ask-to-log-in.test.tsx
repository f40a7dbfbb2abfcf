// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { takeReturnAddress } from '../context/return-address.ts';
import { askToLogIn } from './ask-to-log-in.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

afterEach(() => {
  sessionStorage.clear();
  document.body.replaceChildren();
});

async function ask(hash: string, isWanted = true) {
  location.hash = hash;
  const gone: string[] = [];
  let isOver = false;
  const parts = { isWanted: () => isWanted, navigate: (to: string) => gone.push(to), storage: sessionStorage };
  await act(async () => {
    void askToLogIn(parts).then(() => {
      isOver = true;
    });
  });
  const press = async (words: string) => {
    const buttons = [...document.querySelectorAll('button')];
    await act(async () => buttons.find(({ textContent }) => textContent === words)?.click());
    // The dialog takes its own history entry off first.
    await vi.waitFor(() => expect(isOver).toBe(true), 3_000);
  };
  return { gone, press, dialog: () => document.querySelector('[role=dialog]')?.textContent };
}

it('asks in the words of the specification, keeps the place and goes to the login', async () => {
  const { gone, press, dialog } = await ask('/orders?tab=paid');
  expect(dialog()).toBe('温馨提示未登录，请重新登录取消去登录');
  await press('去登录');
  expect(gone).toEqual(['/login']);
  expect(takeReturnAddress(sessionStorage)).toBe('/orders?tab=paid');
});

it('goes to the user login where the address contains user', async () => {
  const { gone, press } = await ask('#/user_login_test');
  await press('去登录');
  expect(gone).toEqual(['/user_login']);
});

it('stays on 取消, and keeps nothing', async () => {
  const { gone, press } = await ask('#/orders');
  await press('取消');
  expect(gone).toEqual([]);
  expect(takeReturnAddress(sessionStorage)).toBe('/index');
});

it('asks nothing that is not wanted any more', async () => {
  const { dialog } = await ask('#/orders', false);
  expect(dialog()).toBe(undefined);
});
