import type { StaffSelfValue } from '@huimin/contract/console';
import { Button, Result, Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { createBrowserRouter, RouterProvider } from 'react-router';
import {
  announceReturn,
  CallProblem,
  call,
  keepPageToken,
  sentenceOf,
  whenAnotherPerson,
  whenSignedOut,
} from '../api/client.ts';
import { Door } from '../door/door.tsx';
import { pageRoutes } from './page-routes.tsx';
import { SelfProvider } from './self.tsx';
import { reloadUnasked } from './unsaved.ts';
import { useActivity } from './use-activity.ts';
import { useReturnFocus } from './use-return-focus.ts';

type Standing =
  | { readonly at: 'asking' }
  | { readonly at: 'unreachable'; readonly sentence: string }
  | { readonly at: 'door' }
  /** `ended`: the session is over, what is being filled in stays behind the door. */
  | { readonly at: 'desk'; readonly self: StaffSelfValue; readonly ended: boolean };

/** The door, or the desk with a door in front of it once the session has ended. */
export function ConsoleApp() {
  const [standing, setStanding] = useState<Standing>({ at: 'asking' });
  const [router] = useState(() => createBrowserRouter(pageRoutes(), { basename: '/hmb-js26/console' }));

  const enter = useCallback((self: StaffSelfValue) => {
    keepPageToken(self.token, self.account);
    setStanding((former) => {
      // Another person must not find what somebody else was filling in.
      if (former.at === 'desk' && former.self.account !== self.account) reloadUnasked();
      return { at: 'desk', self, ended: false };
    });
  }, []);
  const comeBack = useCallback(
    (self: StaffSelfValue) => {
      enter(self);
      announceReturn();
    },
    [enter],
  );

  const ask = useCallback(() => {
    call('whoAmI', {}).then(enter, (problem) => {
      if (problem instanceof CallProblem && problem.code === 'staff-signed-out') return;
      setStanding((former) => (former.at === 'desk' ? former : { at: 'unreachable', sentence: sentenceOf(problem) }));
    });
  }, [enter]);

  useEffect(() => {
    whenAnotherPerson(reloadUnasked);
    whenSignedOut(() => setStanding((former) => (former.at === 'desk' ? { ...former, ended: true } : { at: 'door' })));
    ask();
  }, [ask]);

  useReturnFocus();
  const desk = standing.at === 'desk' ? standing : null;
  useActivity(desk !== null && !desk.ended, desk?.self.idleMinutes ?? 30, ask, () => {
    void call('signOutStaff', {}).catch(() => {});
    setStanding((former) => (former.at === 'desk' ? { ...former, ended: true } : former));
  });

  if (standing.at === 'asking') return <Waiting />;
  if (standing.at === 'unreachable') {
    return (
      <Result
        status="warning"
        title="打不开运营后台"
        subTitle={standing.sentence}
        extra={
          <Button type="primary" onClick={() => location.reload()}>
            重新加载
          </Button>
        }
      />
    );
  }
  if (!desk) return <Door onEnter={enter} ended={null} />;
  return (
    <Desk self={desk.self} refresh={ask} ended={desk.ended}>
      <RouterProvider router={router} />
      {desk.ended &&
        createPortal(
          <div className="door-over">
            <Door onEnter={comeBack} ended={desk.self.account} />
          </div>,
          document.body,
        )}
    </Desk>
  );
}

interface DeskProps {
  readonly self: StaffSelfValue;
  readonly ended: boolean;
  readonly children: ReactNode;
  refresh(): void;
}

function Desk({ self, refresh, ended, children }: DeskProps) {
  const value = useMemo(
    () => ({
      self,
      refresh,
      may: (permission: StaffSelfValue['permissions'][number]) => self.permissions.includes(permission),
    }),
    [self, refresh],
  );
  const before = useRef<EventTarget | null>(null);
  // From the moment on at which the door is drawn: the door and an open dialog wrestle for the focus.
  const isOver = useRef(ended);
  isOver.current = ended;
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!isOver.current) before.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    if (!ended) return;
    // What was open stays as it is, dialogs too, out of reach while the door stands in front of it.
    const left = before.current;
    const behind = [...document.body.children].filter((one) => !one.matches('.door-over, script, [inert]'));
    for (const one of behind) one.toggleAttribute('inert', true);
    // An open dialog has taken the focus back from the door.
    const fields = document.querySelectorAll<HTMLInputElement>('.door-over input');
    [...fields].find(({ value }) => value === '')?.focus();
    return () => {
      for (const one of behind) one.removeAttribute('inert');
      if (left instanceof HTMLElement) left.focus();
    };
  }, [ended]);
  return <SelfProvider value={value}>{children}</SelfProvider>;
}

function Waiting() {
  return (
    <main className="waiting" aria-busy="true">
      <h1 className="sr-only">正在打开运营后台</h1>
      <Skeleton active paragraph={{ rows: 6 }} />
    </main>
  );
}
