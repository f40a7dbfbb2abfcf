import './orders.css';
import type { OrderSummaryValue } from '@huimin/contract';
import { useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { useNavigation, useProduct, useQuery, useServerClock } from '../../context/index.ts';
import { keepInAddress } from '../../context/keep-in-address.ts';
import { useKeptOrders } from '../../features/kept-papers/use-kept-papers.ts';
import { OrderCard } from '../../features/orders/order-card.tsx';
import { ORDER_TABS, type OrderFilter, tabOf, yearsOf } from '../../features/orders/order-list.ts';
import { orderStatusWord } from '../../features/orders/order-words.ts';
import { useCancelOrder } from '../../features/orders/use-cancel-order.ts';
import { useOrderList } from '../../features/orders/use-order-list.ts';
import { useAgainWords } from '../../features/sale/again-words.ts';
import { useCanChoosePeople } from '../../features/sale/use-can-choose-people.ts';
import { Button, Card, EmptyState, ErrorState, Page, Skeleton, Tabs } from '../../ui/index.ts';
import { LogInButton, WayHome } from '../pay/load-problem.tsx';
import { RenewLink } from '../renew/renew-link.tsx';
import { KeptOrderCards, keepShown } from './kept-orders.tsx';
import { PaperArt } from './paper-art.tsx';

const PANEL = 'order-panel';
const EMPTY_TITLES: Record<OrderFilter, string> = {
  all: '还没有订单',
  waiting: '没有待付款的订单',
  paid: '没有已付款的订单',
  refund: '没有退保的订单',
  closed: '没有关闭的订单',
};

/** #/orders: this person's orders by tab and year. `tab` and `year` stand in the address, so back and refresh keep them. */
export default function OrdersPage() {
  const query = useQuery();
  const product = useProduct();
  const { navigate } = useNavigation();
  const clock = useServerClock();
  const [tab, setTab] = useState(() => tabOf(query.get('tab')));
  const [askedYear, setAskedYear] = useState<number | null>(() => yearAsked(query.get('year'), product.editionYear));
  const [number, setNumber] = useState(() => query.get('number') ?? '');
  const editions = useCall(calls.productQuery, {}, { overlay: false, quietFailure: true });
  const words = useCall(calls.orderStatusMap, {}, { quietFailure: true });
  const years = yearsOf(editions.value ?? []);
  const year = askedYear !== null && years.includes(askedYear) ? askedYear : null;
  const { list, failure, reload, loadMore, more } = useOrderList(tab, year, number);
  const unsent = !list && failure instanceof NetworkFailure ? failure : null;
  const kept = useKeptOrders(unsent !== null);
  useEffect(() => {
    if (list && tab === 'all' && number === '') keepShown(list.orders, words.value, clock.now());
  }, [list, tab, number, words.value, clock]);
  const cancel = useCancelOrder();

  const again = useAgainWords();

  const cancelOrder = async (order: OrderSummaryValue) => {
    const { orderNo } = order;
    const end = await cancel(orderNo, again(order));
    if (end === 'cancelled') navigate(`/order-cancel?orderNo=${orderNo}`);
    else if (end === 'unclear') navigate(`/payLoading?orderNo=${orderNo}`);
    else if (end === 'changed') reload();
  };

  const askForYear = (value: number | null) => {
    setAskedYear(value);
    keepInAddress('year', value === null ? ALL_YEARS : String(value));
  };

  if (unsent && kept && kept.orders.length > 0) {
    return <KeptOrderCards list={kept} failure={unsent} onReload={reload} />;
  }
  return (
    <Page title="我的订单">
      <NumberSearch
        value={number}
        onSearch={(value) => {
          setNumber(value);
          keepInAddress('number', value);
        }}
      />
      {number === '' && (
        <Tabs
          label="订单状态"
          panelId={PANEL}
          tabs={ORDER_TABS}
          value={tab}
          onChange={(value) => {
            setTab(value);
            keepInAddress('tab', value);
          }}
        />
      )}
      {number === '' && years.length > 0 && <YearChoice years={years} value={year} onChange={askForYear} />}
      <div className="order-panel" id={PANEL} {...panelRole(number === '' ? tab : null)}>
        {unsent && kept !== undefined && <ErrorState kind={unsent.reason} onReload={reload} />}
        {!list && failure && !(failure instanceof NetworkFailure) && (
          <EmptyState
            art={<PaperArt />}
            title={failure.name === 'not-logged-in' ? '登录后才能看订单' : failure.message}
            action={failure.name === 'not-logged-in' ? <LogInButton /> : <Button onPress={reload}>重新加载</Button>}
          />
        )}
        {!list && failure && (!unsent || kept !== undefined) && <WayHome />}
        {((!list && !failure) || (unsent && kept === undefined)) && <OrdersSkeleton />}
        {list?.orders.length === 0 &&
          (number === '' ? <NoOrders tab={tab} year={year} onAllYears={() => askForYear(null)} /> : <NotFound />)}
        {list && <RenewLink orders={list.orders} />}
        {list?.orders.map((order) => (
          <OrderCard
            key={order.orderNo}
            order={order}
            word={orderStatusWord(words.value, order.status)}
            serverOffsetMs={clock.offsetMs()}
            onCancel={() => void cancelOrder(order)}
            onExpired={reload}
          />
        ))}
        {list && list.orders.length > 0 && <ListEnd end={list.nextCursor === null} more={more} onMore={loadMore} />}
      </div>
    </Page>
  );
}

/** The panel of a tab, or the place of what a number has found. */
function panelRole(tab: OrderFilter | null): { role: string; 'aria-label': string } {
  if (tab === null) return { role: 'region', 'aria-label': '查到的订单' };
  return { role: 'tabpanel', 'aria-label': ORDER_TABS.find(({ value }) => value === tab)?.label ?? '' };
}

const ALL_YEARS = 'all';
/** What shows of the next button beside a chosen one at the edge. */
const CHIP_PEEK_PX = 24;

/** The year that the address names, null for all of them; at first the product's own. */
function yearAsked(text: string | null, present: number): number | null {
  if (text === ALL_YEARS) return null;
  return Number(text) || present;
}

type YearProps = { years: readonly number[]; value: number | null; onChange: (year: number | null) => void };

/** The editions' years and all of them, on one line that scrolls; the chosen one is always in sight. */
function YearChoice({ years, value, onChange }: YearProps) {
  const line = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice decides which button is the pressed one
  useEffect(() => {
    const chosen = line.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (!line.current || !chosen) return;
    const { left, right } = line.current.getBoundingClientRect();
    const { left: from, right: to } = chosen.getBoundingClientRect();
    if (to > right) line.current.scrollLeft += to - right + CHIP_PEEK_PX;
    else if (from < left) line.current.scrollLeft += from - left - CHIP_PEEK_PX;
  }, [value]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: toggle buttons, no form fields
    <div className="year-choice" role="group" aria-label="年度" ref={line}>
      {[...years, null].map((one) => (
        <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
          {one === null ? '各年' : `${one} 版`}
        </button>
      ))}
    </div>
  );
}

type SearchProps = { value: string; onSearch: (value: string) => void };

/** One order by its number or by that of a policy in it. */
function NumberSearch({ value, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: `search` is younger than the browsers this is for */}
      <div role="search" className="number-search-line">
        <input
          type="search"
          aria-label="订单号或保单号"
          placeholder="订单号或保单号"
          autoComplete="off"
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="button button-neutral button-small">
          查
        </button>
        {value !== '' && (
          <button
            type="button"
            className="button button-text button-small"
            onClick={() => {
              setTyped('');
              onSearch('');
            }}
          >
            看全部
          </button>
        )}
      </div>
    </form>
  );
}

function NotFound() {
  return (
    <EmptyState
      art={<PaperArt />}
      title="没有查到这个号码的订单"
      lead="请对照短信或保单再看一遍。只能查到用这个手机号买的"
    />
  );
}

type NoOrdersProps = { tab: OrderFilter; year: number | null; onAllYears: () => void };

/** Next year's edition is the first that is shown for months in which people look for this year's order. */
function NoOrders({ tab, year, onAllYears }: NoOrdersProps) {
  const canBuy = useCanChoosePeople();
  const lead = tab === 'waiting' ? '订单都处理好了。' : '';
  return (
    <EmptyState
      art={<PaperArt />}
      title={year === null ? EMPTY_TITLES[tab] : `${year} 版${EMPTY_TITLES[tab]}`}
      lead={canBuy ? `${lead}要给家人参保，可以从首页开始` : lead || '这里会显示您的订单'}
      action={
        <>
          {canBuy && <Button href="#/index">去参保</Button>}
          {year !== null && (
            <Button kind="neutral" onPress={onAllYears}>
              看各年的订单
            </Button>
          )}
          {canBuy && (
            <Button kind="text" href="#/renew">
              以前参保过，去续保
            </Button>
          )}
        </>
      }
    />
  );
}

type EndProps = { end: boolean; more: 'idle' | 'busy' | 'failed'; onMore: () => void };

/** The end of the list: the next page comes when this is scrolled to, or by its button. */
function ListEnd({ end, more, onMore }: EndProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  const waits = !end && more === 'idle';
  useEffect(() => {
    if (!waits || !place.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: '200px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [waits]);
  return (
    <div className="mt4 center" ref={place}>
      {end ? (
        <p className="note">没有更多订单了</p>
      ) : (
        <Button kind="neutral" busy={more === 'busy'} onPress={onMore}>
          {{ idle: '看更多订单', busy: '正在加载', failed: '没有加载出来，再试一次' }[more]}
        </Button>
      )}
    </div>
  );
}

function OrdersSkeleton() {
  return (
    <>
      {[0, 1, 2].map((key) => (
        <Card key={key}>
          <Skeleton lines={[26, 22, 22, 22, 44]} />
        </Card>
      ))}
    </>
  );
}
