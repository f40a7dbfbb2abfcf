import '../../ui/form.css';
import '../../ui/controls.css';
import './policy-search.css';
import type { FoundPolicyValue } from '@huimin/contract';
import { beijingDate } from '@huimin/domain/date';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useKeptState, useProduct, useQuery, useServerClock } from '../../context/index.ts';
import { byYear, coveredWithin, keptFound } from '../../features/policy-search/found-policies.ts';
import {
  Button,
  Card,
  type DateRange,
  DateRangeInput,
  EmptyState,
  Notice,
  Page,
  PhoneLink,
  Section,
  Skeleton,
  typedDay,
} from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { FoundCard } from './found-card.tsx';

const TITLE = '查询结果';

/** #/order_search_list: what the search found, or with `by=login` what the account bought. */
export default function SearchListPage() {
  return useQuery().get('by') === 'login' ? <ByLogin /> : <BySearch />;
}

function BySearch() {
  const [policies] = useState(() => keptFound(Date.now()));
  if (policies === null) {
    return (
      <Page title={TITLE}>
        <EmptyState
          art={<PaperArt />}
          title="请重新查询"
          lead="为了保护您的信息，查询结果只保留一会儿"
          action={<Button href="#/order_search">去查询</Button>}
        />
      </Page>
    );
  }
  return (
    <Page title={TITLE}>
      {policies.length > 0 ? <FoundList policies={policies} /> : <NothingFound />}
      {policies.length > 0 && (
        <div className="center mt4">
          <Button kind="neutral" href="#/order_search">
            再查一位
          </Button>
        </div>
      )}
    </Page>
  );
}

function ByLogin() {
  const first = useCall(calls.searchPolicies, {}, { quietFailure: true });
  const [older, setOlder] = useState<{ policies: FoundPolicyValue[]; cursor: string | null } | null>(null);
  const [load, loading] = useAction(calls.searchPolicies, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  if (first.state === 'failed') return <LoadProblem title={TITLE} failure={first.failure} onReload={first.reload} />;
  if (first.value === null) {
    return (
      <Page title={TITLE}>
        <Card>
          <Skeleton lines={[26, 22, 22, 22, 44]} />
        </Card>
      </Page>
    );
  }
  const policies = [...first.value.policies, ...(older?.policies ?? [])];
  const cursor = older ? older.cursor : first.value.nextCursor;
  const more = async () => {
    if (cursor === null) return;
    const reply = await load({ cursor });
    if (!reply.ok) return setProblem('没有加载出来，请再试一次');
    setProblem(null);
    setOlder({ policies: [...(older?.policies ?? []), ...reply.value.policies], cursor: reply.value.nextCursor });
  };
  return (
    <Page title="我的保单">
      {policies.length > 0 ? <FoundList policies={policies} /> : <NothingOwn />}
      <div className="center mt4">
        <Button kind="text" small href="#/claims">
          看病赔了多少，查理赔
        </Button>
      </div>
      {cursor !== null && (
        <div className="center mt4">
          {problem && <p className="note">{problem}</p>}
          <Button kind="neutral" busy={loading.busy} onPress={() => void more()}>
            看更多保单
          </Button>
        </div>
      )}
    </Page>
  );
}

function NothingFound() {
  const { tel } = useProduct();
  return (
    <>
      <EmptyState
        art={<PaperArt />}
        title="没有查到保单"
        lead="请核对姓名和证件号码。也可能还没有参保，或者刚付款、单位刚办好，保单还在生成，过几分钟再查"
        action={<Button href="#/order_search">再查一次</Button>}
      />
      <p className="note center mt4">
        查不到又确定参保过，请打 <PhoneLink tel={tel} />
      </p>
    </>
  );
}

/** Nothing was typed that could be wrong; somebody else may have bought. */
function NothingOwn() {
  return (
    <EmptyState
      art={<PaperArt />}
      title="这个手机号没有买过保单"
      lead="别人替您买的，用姓名和证件号码查"
      action={<Button href="#/order_search">用姓名和证件号码查</Button>}
    />
  );
}

function FoundList({ policies }: { policies: readonly FoundPolicyValue[] }) {
  const { tel } = useProduct();
  const clock = useServerClock();
  const words = useCall(calls.policyStatusMap, {}, { overlay: false, quietFailure: true });
  const [range, setRange] = useKeptState<DateRange | null>('range', null);
  const [from, to] = [typedDay(range?.from ?? ''), typedDay(range?.to ?? '')];
  const wrong = range === null ? null : rangeProblem(range, from, to);
  const shown = range === null || wrong ? policies : coveredWithin(policies, from, to);
  const partial = policies.some((policy) => policy.asker === 'other-phone');
  return (
    <>
      {partial && (
        <Notice>
          这个手机号不是保单上留的，只显示部分信息。要看完整的保单，请用投保人或本人留的手机号再查一次，或打{' '}
          <PhoneLink tel={tel} className="inline-link num" />
        </Notice>
      )}
      {policies.length > 1 && (
        <Card flush className={partial ? 'mt3' : undefined}>
          {range === null ? (
            <button type="button" className="link search-range-open" onClick={() => setRange({ from: '', to: '' })}>
              只看某一段时间的保障
            </button>
          ) : (
            <>
              <DateRangeInput
                id="search-range"
                legend="看哪一段时间的保障"
                value={range}
                max={latestDay(policies, beijingDate(clock.now()))}
                error={wrong}
                onChange={setRange}
              />
              <button type="button" className="link search-range-open" onClick={() => setRange(null)}>
                看全部
              </button>
            </>
          )}
        </Card>
      )}
      <p className="sr-only" role="status">
        {range === null ? '' : `共 ${shown.length} 份保单`}
      </p>
      {shown.length === 0 && <EmptyState art={<PaperArt />} title="这段时间没有保障" lead="换一段时间，或者看全部" />}
      {byYear(shown).map(([year, group]) => (
        <Section key={year} title={`${year} 年`}>
          {group.map((policy, index) => (
            <FoundCard key={policy.policyNo ?? index} policy={policy} words={words.value} />
          ))}
        </Section>
      ))}
    </>
  );
}

function rangeProblem(range: DateRange, from: string | null, to: string | null): string | null {
  // What is still being typed is not wrong yet.
  if ((range.from.length >= 10 && from === null) || (range.to.length >= 10 && to === null)) {
    return '日期不对，例如 2027-01-31，从 1900 年起';
  }
  return from !== null && to !== null && to < from ? '结束日期要在开始日期之后' : null;
}

function latestDay(policies: readonly FoundPolicyValue[], today: string): string {
  return policies.reduce((latest, policy) => (policy.invalidDate > latest ? policy.invalidDate : latest), today);
}
