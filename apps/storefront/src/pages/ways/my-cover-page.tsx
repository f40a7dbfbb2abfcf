import '../../ui/controls.css';
import { formatDotRange } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useOpenFlow, useProduct } from '../../context/index.ts';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { heldCovers } from '../../features/policies/held-cover.ts';
import { Button, Card, EmptyState, Page, Row, Section, Skeleton } from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';

const TITLE = '我的参保';

/** #/mysure: where I stand, and the one next step: go on, pay, look at it, or begin. */
export default function MyCoverPage() {
  const product = useProduct();
  const flow = useOpenFlow();
  const { draft } = useDraft(product.editionCode);
  const quiet = { quietFailure: true };
  const waiting = useCall(calls.queryOrders, { filter: 'waiting', limit: 10 }, quiet);
  const policies = useCall(calls.selectListPolicy, { limit: 50 }, quiet);
  const isDrafted = draft.memberIds.length > 0 && flow !== null;
  const family = useCall(calls.queryFamily, { productId: product.editionCode }, { ...quiet, when: isDrafted });
  const failed = waiting.failure ?? policies.failure ?? family.failure;
  if (failed) {
    const reload = () => {
      for (const call of [waiting, policies, family]) call.reload();
    };
    return <LoadProblem title={TITLE} failure={failed} onReload={reload} />;
  }
  if (!waiting.value || !policies.value || (isDrafted && !family.value)) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[44, 96, 96]} />
      </Page>
    );
  }
  // While next year's is on sale, this year's still runs.
  const covers = heldCovers(policies.value.policies);
  const covered = covers.some(({ year }) => year === product.editionYear);
  const [unpaid] = waiting.value.orders;
  // The draft outlives its order: who is in one, or covered, is no longer waiting for it.
  const chosen = isDrafted
    ? (family.value ?? []).filter(({ memberId, state }) => draft.memberIds.includes(memberId) && state === 'insurable')
    : [];
  const begun = chosen.length > 0;
  const next =
    flow === null
      ? { text: '看参保时间', href: '#/noSale' }
      : flow === 'mid'
        ? { text: '看谁能中途参保', href: '#/mid' }
        : covers.some(({ year }) => year === product.editionYear - 1)
          ? { text: '去续保', href: '#/renew' }
          : { text: '去参保', href: '#/beforeAuthUser' };
  return (
    <Page title={TITLE} lead={product.proName}>
      {covers.length > 0 && (
        <Section title="已有的保障">
          <Card flush>
            {covers.map(({ year, people, validDate, invalidDate }) => (
              <Row
                key={year}
                label={`${people} 人已有 ${year} 年保障`}
                note={<span className="num">{formatDotRange(validDate, invalidDate)}</span>}
                href={`#/orders?tab=paid&year=${year}`}
              />
            ))}
          </Card>
        </Section>
      )}
      {(unpaid || begun) && (
        <Section title="没办完的">
          <Card flush>
            {unpaid && (
              <Row
                label={`${unpaid.insured.map(({ name }) => name).join('、')}的订单还没付款`}
                value="去付款"
                href={`#/pay?orderNo=${encodeURIComponent(unpaid.orderNo)}`}
              />
            )}
            {begun && <Row label={`选好了 ${chosen.length} 人，还没下单`} value="接着办" href="#/beforeConfirm" />}
          </Card>
        </Section>
      )}
      {!covered && !unpaid && !begun && (
        <EmptyState
          art={<PaperArt />}
          title={`您还没有 ${product.editionYear} 年的保障`}
          lead={flow === null ? '现在不能参保' : '几分钟就能办好，可以为家人一起办'}
          action={<Button href={next.href}>{next.text}</Button>}
        />
      )}
      {(covered || unpaid || begun) && flow !== null && (
        <div className="buttons mt6">
          <Button kind={unpaid || begun ? 'neutral' : 'primary'} block href="#/beforeAuthUser">
            为家人参保
          </Button>
        </div>
      )}
    </Page>
  );
}
