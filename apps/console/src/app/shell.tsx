import { App, Badge, Button, Dropdown, Tooltip } from 'antd';
import { useState } from 'react';
import { Link, Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { call, sentenceOf } from '../api/client.ts';
import { Icon } from './icon.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { type ConsolePage, groupsOf, mayOpen, PAGES } from './page-registry.ts';
import { PageSearch } from './page-search.tsx';
import { useSelf } from './self.tsx';
import { useKeys } from './use-keys.ts';

const matches = (page: ConsolePage, path: string) =>
  new RegExp(`^${page.path.replace(/:\w+/g, '[^/]+')}/?$`).test(path);

/** The menu, the bar above, and the page that is open. */
export function Shell() {
  const { self } = useSelf();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [helpOpen, setHelpOpen] = useState(false);
  const mine = PAGES.filter((page) => page.icon !== null && mayOpen(page, self));
  const open = PAGES.find((page) => matches(page, pathname));
  const parent = PAGES.find((page) => page.path === open?.parent);
  const waiting = useMatches().length === 0;

  useKeys({
    '?': () => setHelpOpen(true),
    '/': () => document.getElementById('page-search')?.focus(),
    ...Object.fromEntries(mine.slice(0, 9).map((page, index) => [`Alt+${index + 1}`, () => navigate(page.path)])),
  });

  return (
    <div className="shell">
      <a className="skip" href="#main">
        跳到正文
      </a>
      <aside className="rail">
        <p className="brand">
          <span>
            <Icon name="shield" />
          </span>
          惠民保运营
        </p>
        <nav aria-label="菜单">
          {groupsOf(self).map((group) => (
            <MenuGroup
              key={group}
              title={group}
              pages={mine.filter((page) => page.group === group)}
              current={parent ?? open}
            />
          ))}
        </nav>
        <WhoAmI />
      </aside>
      <div className="column">
        <header className="topbar">
          <nav aria-label="位置" className="crumb">
            <span>{open?.group ?? '惠民保运营'}</span>
            {parent && (
              <>
                <span aria-hidden="true">/</span>
                <Link to={parent.path}>{parent.title}</Link>
              </>
            )}
            {open && (
              <>
                <span aria-hidden="true">/</span>
                <b aria-current="page">{open.title}</b>
              </>
            )}
          </nav>
          <PageSearch pages={mine} />
          <span className="space" />
          <WaitingBell count={self.waitingApprovals} shown={self.permissions.includes('approvals.view')} />
          <Tooltip title="按 ? 也可以打开">
            <Button type="text" onClick={() => setHelpOpen(true)}>
              <kbd>?</kbd> 快捷键
            </Button>
          </Tooltip>
        </header>
        <main id="main" className="main" tabIndex={-1} aria-busy={waiting}>
          <Outlet />
        </main>
      </div>
      <KeyboardHelp pages={mine} open={helpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

interface MenuGroupProps {
  readonly title: string;
  readonly pages: readonly ConsolePage[];
  readonly current: ConsolePage | undefined;
}

function MenuGroup({ title, pages, current }: MenuGroupProps) {
  const { self } = useSelf();
  if (pages.length === 0) return null;
  return (
    <>
      <p className="rail-group" id={`group-${title}`}>
        {title}
      </p>
      <ul aria-labelledby={`group-${title}`}>
        {pages.map((page) => {
          const count = page.badge?.(self) ?? 0;
          return (
            <li key={page.path}>
              <Link className="menu-link" to={page.path} aria-current={page === current ? 'page' : undefined}>
                <Icon name={page.icon ?? ''} />
                {page.title}
                {count > 0 && (
                  <i className="waiting-count">
                    {count}
                    <span className="sr-only"> 件待办</span>
                  </i>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function WaitingBell({ count, shown }: { count: number; shown: boolean }) {
  const navigate = useNavigate();
  if (!shown) return null;
  return (
    <Button type="text" onClick={() => navigate('/approvals')} aria-label={`待您同意的申请 ${count} 件`}>
      <Badge count={count} size="small" offset={[2, 0]}>
        <Icon name="bell" />
      </Badge>
    </Button>
  );
}

/** Who is signed in, and the ways out. */
function WhoAmI() {
  const { self } = useSelf();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const leave = () => {
    call('signOutStaff', {}).then(
      () => location.assign('/hmb-js26/console'),
      (problem) => message.error(sentenceOf(problem)),
    );
  };
  const items = [
    { key: 'me', label: '我的登录', onClick: () => navigate('/me') },
    { key: 'leave', label: '退出', onClick: leave },
  ];
  return (
    <footer>
      <Dropdown menu={{ items }} trigger={['click']} placement="topLeft">
        <button type="button" className="who">
          <span>
            {self.name}
            <small>{self.company}</small>
          </span>
        </button>
      </Dropdown>
      <Button type="text" className="leave" onClick={leave}>
        <Icon name="leave" size={16} /> 退出
      </Button>
    </footer>
  );
}
