import { calls } from '../../api/calls.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { KeptPage } from '../../features/kept-papers/kept-page.tsx';
import type { KeptPaper } from '../../features/kept-papers/kept-papers.ts';
import { useKeptPapers } from '../../features/kept-papers/use-kept-papers.ts';
import { OlderInOrders } from '../../features/order/older-in-orders.tsx';
import { groupedByYear } from '../../features/orders/order-list.ts';
import { insuredText, orderTimeText } from '../../features/orders/order-words.ts';
import { paperWord } from '../../features/policies/void-words.ts';
import { Button, Card, EmptyState, Page, Row, Section, Skeleton, Tag } from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { RenewLink } from '../renew/renew-link.tsx';

/** As many as one question answers; older ones are found through the orders. */
const LIMIT = 50;

/** #/voucher_list: the vouchers of paid orders, by year. */
export default function VoucherListPage() {
  const { value, failure, reload } = useCall(
    calls.selectListPaid,
    { limit: LIMIT },
    { overlay: false, quietFailure: true },
  );
  const unsent = failure instanceof NetworkFailure && value === null ? failure : null;
  const kept = useKeptPapers(unsent !== null);
  if (unsent && kept && kept.length > 0) return <KeptVouchers papers={kept} failure={unsent} onReload={reload} />;
  if (!value && failure && !(unsent && kept === null)) {
    return <LoadProblem title="保险凭证" failure={failure} onReload={reload} />;
  }
  return (
    <Page title="保险凭证" lead="付过款的订单都有凭证，选一笔查看">
      {!value && (
        <Card>
          <Skeleton lines={[56, 56, 56]} />
        </Card>
      )}
      {value?.orders.length === 0 && (
        <EmptyState
          art={<PaperArt />}
          title="还没有保险凭证"
          lead="付款后凭证会显示在这里"
          action={<Button href="#/orders">查看我的订单</Button>}
        />
      )}
      <RenewLink orders={value?.orders ?? []} />
      {groupedByYear(value?.orders ?? []).map(({ year, orders }) => (
        <Section key={year} title={`${year} 年度`}>
          <Card flush>
            {orders.map((order) => {
              const word = paperWord(order);
              return (
                <Row
                  key={order.orderNo}
                  href={`#/voucher?orderNo=${order.orderNo}`}
                  label={insuredText(order.insured)}
                  note={
                    <span className="num">
                      {order.kind === 'upgrade' ? '升级差价，' : ''}
                      {orderTimeText(order)}
                    </span>
                  }
                  value={<Tag tone={word === '可下载' ? 'ok' : word === '生成中' ? 'warn' : 'neutral'}>{word}</Tag>}
                />
              );
            })}
          </Card>
        </Section>
      ))}
      {value?.nextCursor && <OlderInOrders />}
    </Page>
  );
}

/** Without a network: those that were looked at before. */
function KeptVouchers({
  papers,
  failure,
  onReload,
}: {
  papers: readonly KeptPaper[];
  failure: NetworkFailure;
  onReload: () => void;
}) {
  const latestMs = Math.max(...papers.map(({ atMs }) => atMs));
  return (
    <KeptPage
      title="保险凭证"
      lead="以前看过的凭证，没有网也能看"
      failure={failure}
      atMs={latestMs}
      onReload={onReload}
    >
      <Card flush className="mt3">
        {papers.map(({ certificate: { orderNo, people, productName, paidAt } }) => (
          <Row
            key={orderNo}
            href={`#/voucher?orderNo=${orderNo}`}
            label={insuredText(people)}
            note={
              <span className="num">
                {productName}，{paidAt.slice(0, 10)} 付款
              </span>
            }
          />
        ))}
      </Card>
    </KeptPage>
  );
}
