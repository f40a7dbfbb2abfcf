import './orders.css';
import { useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import {
  useNavigation,
  useNotYetOnSale,
  useProduct,
  useQuery,
  useSaleWindow,
  useServerClock,
} from '../../context/index.ts';
import { OrderCard } from '../../features/orders/order-card.tsx';
import { ORDER_TABS, type OrderFilter, tabOf, yearsOf } from '../../features/orders/order-list.ts';
import { orderStatusWord } from '../../features/orders/order-words.ts';
import { useCancelOrder } from '../../features/orders/use-cancel-order.ts';
import { useOrderList } from '../../features/orders/use-order-list.ts';
import { Button, Card, EmptyState, ErrorState, Page, Skeleton, Tabs } from '../../ui/index.ts';
import { LogInButton } from '../pay/load-problem.tsx';
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
  const [askedYear, setAskedYear] = useState(() => Number(query.get('year')) || product.editionYear);
  const editions = useCall(calls.productQuery, {}, { overlay: false, quietFailure: true });
  const words = useCall(calls.orderStatusMap, {}, { quietFailure: true });
  const years = yearsOf(editions.value ?? []);
  const year = years.includes(askedYear) ? askedYear : null;
  const { list, failure, reload, loadMore, more } = useOrderList(tab, year);
  const cancel = useCancelOrder();

  const cancelOrder = async (orderNo: string) => {
    const end = await cancel(orderNo);
    if (end === 'cancelled') navigate(`/order-cancel?orderNo=${orderNo}`);
    else if (end === 'unclear') navigate(`/payLoading?orderNo=${orderNo}`);
    else if (end === 'changed') reload();
  };

  return (
    <Page title="我的订单">
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
      {years.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: toggle buttons, no form fields
        <div className="year-choice" role="group" aria-label="年度">
          {years.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === year}
              onClick={() => {
                setAskedYear(one);
                keepInAddress('year', String(one));
              }}
            >
              {one} 版
            </button>
          ))}
        </div>
      )}
      <div
        className="order-panel"
        id={PANEL}
        role="tabpanel"
        aria-label={ORDER_TABS.find((one) => one.value === tab)?.label}
      >
        {!list && failure instanceof NetworkFailure && <ErrorState kind={failure.screen} onReload={reload} />}
        {!list && failure && !(failure instanceof NetworkFailure) && (
          <EmptyState
            art={<PaperArt />}
            title={failure.name === 'not-logged-in' ? '登录后才能看订单' : failure.message}
            action={failure.name === 'not-logged-in' ? <LogInButton /> : <Button onPress={reload}>重新加载</Button>}
          />
        )}
        {!list && !failure && <OrdersSkeleton />}
        {list?.orders.length === 0 && <NoOrders tab={tab} />}
        {list?.orders.map((order) => (
          <OrderCard
            key={order.orderNo}
            order={order}
            word={orderStatusWord(words.value, order.status)}
            serverOffsetMs={clock.offsetMs()}
            onCancel={(orderNo) => void cancelOrder(orderNo)}
            onExpired={reload}
          />
        ))}
        {list && list.orders.length > 0 && <ListEnd end={list.nextCursor === null} more={more} onMore={loadMore} />}
      </div>
    </Page>
  );
}

function NoOrders({ tab }: { tab: OrderFilter }) {
  const onSale = useSaleWindow() === 'insureing';
  const tooEarly = useNotYetOnSale();
  const canBuy = onSale && !tooEarly;
  const lead = tab === 'waiting' ? '订单都处理好了。' : '';
  return (
    <EmptyState
      art={<PaperArt />}
      title={EMPTY_TITLES[tab]}
      lead={canBuy ? `${lead}要给家人参保，可以从首页开始` : lead || '这里会显示您的订单'}
      action={canBuy && <Button href="#/index">去参保</Button>}
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

/** Changes one query parameter of the present address without a new screen. */
function keepInAddress(name: string, value: string): void {
  const [path = '', search = ''] = window.location.hash.split('?');
  const query = new URLSearchParams(search);
  query.set(name, value);
  window.history.replaceState(window.history.state, '', `${path}?${query}`);
}
