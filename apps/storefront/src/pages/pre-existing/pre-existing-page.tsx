import '../../ui/form.css';
import '../../ui/controls.css';
import './pre-existing.css';
import type { PreExistingOverviewValue } from '@huimin/contract';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useProduct } from '../../context/index.ts';
import { Button, EmptyState, Notice, Page, PhoneLink, Skeleton } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { Lookups } from './lookups.tsx';
import { PersonPart } from './person-part.tsx';
import { type Entry, NotLoggedIn, ProveFirst } from './prove-first.tsx';
import { useProofOfSelf } from './use-proof-of-self.ts';
import { SELF, type Someone, WhoIsIt, WhoSheet } from './who-is-it.tsx';

/**
 * Whether somebody counts as having a pre-existing condition: asking, the answer, what can be done about it, who looked.
 * #/order_search_new is for whoever is logged in, about themselves and their minor children; #/order_search_new1 for
 * whoever has only a phone at hand, about themselves.
 */
export default function PreExistingPage() {
  const entry: Entry = window.location.hash.startsWith('#/order_search_new1') ? 'phone' : 'own';
  const elder = useElderMode();
  const title = elder ? '查既往症' : '既往症查询';
  const proof = useProofOfSelf();
  const overview = useCall(calls.preExistingOverview, {}, { quietFailure: true, when: !proof.busy });
  const { failure, value } = overview;
  if (failure) return <LoadProblem title={title} failure={failure} onReload={overview.reload} />;
  if (value === null || proof.busy) {
    return (
      <Page title={title}>
        <Skeleton lines={[72, 120, 26, 160]} />
      </Page>
    );
  }
  if (value.ways.length === 0) return <NotHere title={title} />;
  if (!value.loggedIn) return <NotLoggedIn title={title} entry={entry} />;
  if (value.self === null) return <ProveFirst title={title} entry={entry} problem={proof.problem} />;
  return <Ready title={title} overview={value} onChanged={overview.reload} />;
}

function NotHere({ title }: { title: string }) {
  const { tel } = useProduct();
  return (
    <Page title={title}>
      <EmptyState
        title="现在不能在网上查"
        lead="不影响参保。理赔时由保险公司按记录认定"
        action={<Button href="#/index">回首页</Button>}
      />
      <p className="note center mt4">
        想先了解，可以打 <PhoneLink tel={tel} />
      </p>
    </Page>
  );
}

type ReadyProps = { title: string; overview: PreExistingOverviewValue; onChanged: () => void };

function Ready({ title, overview, onChanged }: ReadyProps) {
  const elder = useElderMode();
  const { children, self, queries } = overview;
  const [who, setWho] = useState<Someone>(SELF);
  const [choosing, setChoosing] = useState(false);
  // A child that is no longer there, or no child any more, cannot stay chosen.
  useEffect(() => {
    if (who !== SELF && !children.some(({ memberId }) => memberId === who)) setWho(SELF);
  }, [who, children]);
  const child = children.find(({ memberId }) => memberId === who) ?? null;
  const shown = child ?? self;
  if (!shown) return null;
  const mine = queries.filter((query) =>
    child === null
      ? query.about === 'self'
      : query.about === 'child' && query.idNumberMasked === child.idNumberMasked && query.name === child.name,
  );
  return (
    <Page title={title} lead={elder ? '只查是不是，不看病历' : '只告诉您是不是、按什么比例赔，不看病历'}>
      <WhoIsIt person={shown} onChoose={children.length > 0 ? () => setChoosing(true) : null} />
      <WhoSheet
        open={choosing}
        overview={overview}
        chosen={who}
        onChoose={(next) => {
          setWho(next);
          setChoosing(false);
        }}
        onClose={() => setChoosing(false)}
      />
      <PersonPart
        key={who}
        memberId={child?.memberId ?? null}
        name={shown.name}
        overview={overview}
        queries={mine}
        onChanged={onChanged}
      />
      {child === null && <Lookups lookups={overview.lookups} />}
      {!overview.whole && (
        <div className="mt4">
          <Notice>现在只能查您本人。要替孩子查，或者申请复核，请退出后用手机号登录。</Notice>
        </div>
      )}
    </Page>
  );
}
