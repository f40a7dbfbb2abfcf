import './on-its-way.css';
import './rail.css';
import './topbar.css';
import { App, Button, Dropdown, Tooltip } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation, useMatches, useNavigate, useNavigation } from 'react-router';
import { call, sentenceOf } from '../api/client.ts';
import { useCrumbs } from './crumb.ts';
import { EditionOnSale } from './edition-on-sale.tsx';
import { foldedGroups, foldGroup } from './folded-groups.ts';
import { HandbookDrawer } from './handbook-drawer.tsx';
import { Icon } from './icon.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { type ConsolePage, groupsOf, mayOpen } from './menu.ts';
import { PAGES } from './page-registry.ts';
import { PageSearch } from './page-search.tsx';
import { useSelf } from './self.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { useKeys } from './use-keys.ts';

const matches = (page: ConsolePage, path: string) =>
  new RegExp(`^${page.path.replace(/:\w+/g, '[^/]+')}/?$`).test(path);

/** The menu, the bar above, and the page that is open. */
export function Shell() {
  const { self } = useSelf();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [helpOpen, setHelpOpen] = useState(false);
  const [handbookOpen, setHandbookOpen] = useState(false);
  const crumb = useCrumbs();
  const mine = groupsOf(self).flatMap((group) =>
    PAGES.filter((page) => page.group === group && page.icon !== null && mayOpen(page, self)),
  );
  const open = PAGES.find((page) => matches(page, pathname));
  const parent = PAGES.find((page) => page.path === open?.parent);
  const isLoading = useNavigation().state !== 'idle';
  const waiting = useMatches().length === 0 || isLoading;
  // The way back leads to a list as it was narrowed.
  const searches = useRef(new Map<string, string>());
  const here = open?.path;
  useEffect(() => {
    if (here !== undefined) searches.current.set(here, search);
  }, [here, search]);

  // The entry of an address that was opened from elsewhere may stand below the edge of a long menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again when another page is open
  useEffect(() => {
    document.querySelector('.menu-link[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);

  // Another page begins at its content, not behind the whole menu; where the page itself gave the focus to a field, there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when another page is open
  useEffect(() => {
    const main = document.getElementById('main');
    if (main?.contains(document.activeElement) === false) main.focus({ preventScroll: true });
  }, [pathname]);

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
                <Link to={{ pathname: parent.path, search: searches.current.get(parent.path) ?? '' }}>
                  {parent.title}
                </Link>
              </>
            )}
            {open && (
              <>
                <span aria-hidden="true">/</span>
                <b aria-current="page" title={crumb.name ?? open.title}>
                  {crumb.name ?? open.title}
                </b>
              </>
            )}
          </nav>
          <PageSearch pages={mine} />
          <span className="space" />
          <SlowNotice />
          <EditionOnSale />
          <WaitingBell shown={self.permissions.includes('approvals.view')} />
          {open && !open.path.startsWith('/handbook') && (
            <Button type="text" className="key-help" onClick={() => setHandbookOpen(true)}>
              怎么用
            </Button>
          )}
          <Tooltip title="按 ? 也可以打开">
            <Button type="text" className="key-help" onClick={() => setHelpOpen(true)}>
              <kbd>?</kbd> 快捷键
            </Button>
          </Tooltip>
        </header>
        <main id="main" className="main" tabIndex={-1} aria-busy={waiting}>
          <Outlet context={crumb.outlet} />
        </main>
      </div>
      <LeaveGuard />
      <HandbookDrawer path={here} open={handbookOpen} onClose={() => setHandbookOpen(false)} />
      <KeyboardHelp pages={mine} open={helpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

interface MenuGroupProps {
  readonly title: string;
  readonly pages: readonly ConsolePage[];
  readonly current: ConsolePage | undefined;
}

/** A group folds away; the one of the open page stays. What is folded is kept in this browser. */
function MenuGroup({ title, pages, current }: MenuGroupProps) {
  const { self } = useSelf();
  const [folded, setFolded] = useState(() => foldedGroups().includes(title));
  if (pages.length === 0) return null;
  const isOpen = !folded || current?.group === title;
  const waiting = pages.reduce((sum, page) => sum + (page.badge?.(self) ?? 0), 0);
  const fold = () => {
    setFolded(!folded);
    foldGroup(title, !folded);
  };
  return (
    <>
      <button
        type="button"
        className="rail-group"
        id={`group-${title}`}
        aria-expanded={isOpen}
        disabled={current?.group === title}
        onClick={fold}
      >
        <span>{title}</span>
        {!isOpen && <WaitingCount count={waiting} />}
      </button>
      <ul aria-labelledby={`group-${title}`} hidden={!isOpen}>
        {pages.map((page) => (
          <li key={page.path}>
            <Link className="menu-link" to={page.path} aria-current={page === current ? 'page' : undefined}>
              <Icon name={page.icon ?? ''} />
              {page.title}
              <WaitingCount count={page.badge?.(self) ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <i className="waiting-count">
      {count}
      <span className="sr-only"> 件待办</span>
    </i>
  );
}

function WaitingBell({ shown }: { shown: boolean }) {
  const { self } = useSelf();
  const navigate = useNavigate();
  if (!shown) return null;
  const { waitingApprovals: waiting, unseenRefusals: refused } = self;
  const which = waiting === 0 && refused > 0 ? '?which=mine' : '';
  const words = `待您同意的申请 ${waiting} 件${refused > 0 ? `，您的申请没有办成 ${refused} 件` : ''}`;
  return (
    <Button type="text" onClick={() => navigate(`/approvals${which}`)} aria-label={words} title={words}>
      <Icon name="bell" />
      {waiting + refused > 0 && <i className="waiting-count">{waiting + refused}</i>}
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
      <Dropdown autoFocus menu={{ items }} trigger={['click']} placement="topLeft">
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
