// @vitest-environment happy-dom
import { App, Input } from 'antd';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useUnsaved } from './unsaved.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const pause = (ms: number) => act(() => new Promise((done) => setTimeout(done, ms)));
const pressed = async (name: string) => {
  const button = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === name).at(-1);
  await act(async () => button?.click());
  await pause(50);
};
/** Whether the browser is asked to stop a page from being loaded anew. */
const stops = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('the way back, the menu and loading anew ask before they take away what is typed, and only then', async () => {
  let isSending = false;
  let isDirty = false;
  function Form() {
    useUnsaved(() => isDirty);
    return (
      <Dialog open title="登记" okText="登记" confirmLoading={isSending} onOk={() => {}} onCancel={() => {}}>
        <Input aria-label="经过" />
      </Dialog>
    );
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const page = (
    <App>
      <LeaveGuard />
      <Outlet />
    </App>
  );
  const router = createMemoryRouter([
    {
      element: page,
      children: [
        { path: '/', element: <p>别的页</p> },
        { path: '/form', element: <Form /> },
      ],
    },
  ]);
  await act(async () => root.render(<RouterProvider router={router} />));
  const go = async (to: string | -1) => {
    await act(async () => router.navigate(to as string));
    await pause(50);
    return router.state.location.pathname;
  };
  expect(await go('/form')).toBe('/form');
  await pause(400);
  // Nothing is typed.
  expect([stops(), await go(-1), await go('/form')]).toEqual([false, '/', '/form']);
  await pause(400);
  const field = document.querySelector('input') as HTMLInputElement;
  await act(async () => field.dispatchEvent(new Event('input', { bubbles: true })));
  expect(stops()).toBe(true);
  expect(await go(-1)).toBe('/form');
  await pressed('接着填');
  expect(router.state.location.pathname).toBe('/form');
  expect(await go('/')).toBe('/form');
  await pressed('不保留');
  expect(router.state.location.pathname).toBe('/');
  expect(stops()).toBe(false);

  // What is written in the page itself counts as well, and what is on its way leads on to what was made.
  isDirty = true;
  expect([await go('/form'), await go('/')]).toEqual(['/form', '/form']);
  await pressed('接着填');
  isDirty = false;
  isSending = true;
  await act(async () => router.revalidate());
  expect(await go('/')).toBe('/');
  await act(async () => root.unmount());
});
