import { Button, Result, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Navigate, type RouteObject, useNavigate, useRouteError } from 'react-router';
import { type ConsolePage, groupsOf, mayOpen, PagesProvider } from './menu.ts';
import { usePageTitle } from './page-head.tsx';
import { PAGES } from './page-registry.ts';
import { useSelf } from './self.tsx';
import { Shell } from './shell.tsx';

/** The pages as the router takes them, each loaded when it is opened. */
export function pageRoutes(): RouteObject[] {
  const pages: RouteObject[] = PAGES.map((page) => ({
    path: page.path.slice(1),
    errorElement: <PageFault />,
    lazy: async () => {
      const { default: Page } = await page.load();
      return {
        element: (
          <Permitted page={page}>
            <Page />
          </Permitted>
        ),
      };
    },
  }));
  return [
    {
      path: '/',
      element: (
        <PagesProvider value={PAGES}>
          <Shell />
        </PagesProvider>
      ),
      errorElement: <PageFault />,
      hydrateFallbackElement: (
        <div className="waiting" aria-busy="true">
          <Skeleton active />
        </div>
      ),
      children: [{ index: true, element: <FirstPage /> }, ...pages, { path: '*', element: <NoPage /> }],
    },
  ];
}

/** Where somebody begins: the first page in the menu that is theirs. */
function FirstPage() {
  const { self } = useSelf();
  const mine = PAGES.filter((page) => page.icon !== null && mayOpen(page, self));
  const [group] = groupsOf(self);
  const first = mine.find((page) => page.group === group) ?? mine[0];
  return <Navigate to={first?.path ?? '/me'} replace />;
}

function Permitted({ page, children }: { page: ConsolePage; children: ReactNode }) {
  const { self } = useSelf();
  return mayOpen(page, self) ? children : <NotPermitted title={page.title} />;
}

function NotPermitted({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <Result
      status="warning"
      title="您的角色不能看这一页"
      subTitle={`${title}要另外的权限。需要的话，请安全管理员给您加，由第二个人同意。`}
    />
  );
}

function NoPage() {
  const navigate = useNavigate();
  usePageTitle('没有这一页');
  return (
    <Result
      status="info"
      title="没有这一页"
      subTitle="地址可能抄错了，或者这一页已经换了地方。"
      extra={<Button onClick={() => navigate('/')}>回到首页</Button>}
    />
  );
}

function PageFault() {
  const fault = useRouteError();
  usePageTitle('这一页没有打开');
  const text = isRouteErrorResponse(fault) ? `${fault.status}` : '可能刚刚更新过，重新加载就好。';
  return (
    <Result
      status="warning"
      title="这一页没有打开"
      subTitle={text}
      extra={
        <Button type="primary" onClick={() => location.reload()}>
          重新加载
        </Button>
      }
    />
  );
}
