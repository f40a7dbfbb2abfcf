import '../../ui/controls.css';
import type { ClaimPersonValue, ClaimValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useProduct } from '../../context/index.ts';
import { arrivalValue, claimTitle, claimTone, visitDays } from '../../features/claims/claim-words.ts';
import { Button, Card, EmptyState, KeyValues, Page, PhoneLink, Row, Skeleton, Tag } from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { ClaimAmount, ClaimNews, ClaimShares } from './claim-parts.tsx';
import { PersonCard, WithPerson } from './with-person.tsx';

const TITLE = '理赔结果';
const LEAD = '在医院直接结算的会自动计算，不用交材料';

/** #/claims: the claims of one person. */
export default function ClaimsPage() {
  return (
    <WithPerson title={TITLE} lead={LEAD} path="/claims">
      {(person, others) => <ClaimList person={person} others={others} />}
    </WithPerson>
  );
}

function ClaimList({ person, others }: { person: ClaimPersonValue; others: (() => void) | null }) {
  const { tel } = useProduct();
  const elder = useElderMode();
  const { personKey } = person;
  const found = useCall(calls.queryClaims, { personKey }, { quietFailure: true });
  if (found.failure && !found.value)
    return <LoadProblem title={TITLE} failure={found.failure} onReload={found.reload} />;
  return (
    <Page
      title={TITLE}
      lead={LEAD}
      tip={
        <>
          对结果有疑问？打 <PhoneLink tel={tel} />
        </>
      }
    >
      <PersonCard
        person={person}
        action={
          others && (
            <Button kind="neutral" small onPress={others}>
              换个人
            </Button>
          )
        }
      />
      {!found.value && (
        <Card>
          <Skeleton lines={[26, 20, 36, 12, 112]} />
        </Card>
      )}
      {found.value?.claims.length === 0 && (
        <EmptyState
          art={<PaperArt />}
          title="没有能看的理赔记录"
          lead="可能还没有理赔，或者报案时留的不是登录的手机号。看过病、医保已结算的，一般几个工作日后能查到"
        />
      )}
      {found.value?.claims.map((claim) => (
        <ClaimCard key={claim.caseNo} claim={claim} personKey={personKey} />
      ))}
      {found.value?.claims.some(({ sums }) => sums !== null) && (
        <Card flush className="claim-more-row">
          <Row
            href={`#/order_search_new2?person=${personKey}`}
            label={elder ? '能赔多少，怎么算的' : '理算结果'}
            note={elder ? undefined : '每一步怎么算的，还能赔多少'}
          />
        </Card>
      )}
    </Page>
  );
}

function ClaimCard({ claim, personKey }: { claim: ClaimValue; personKey: string }) {
  const elder = useElderMode();
  const href = `#/claimDetail?person=${personKey}&caseNo=${encodeURIComponent(claim.caseNo)}`;
  const title = claimTitle(claim, elder);
  const paysSomething = (claim.insurerFen ?? 0) > 0;
  return (
    <article className="card claim-card" aria-label={title}>
      <div className="claim-head">
        <h2>{title}</h2>
        <Tag tone={claimTone(claim)}>{claim.statusLabel}</Tag>
      </div>
      <p className="note num claim-where">
        <span>{claim.hospital}</span> <span className="nowrap">{visitDays(claim)}</span>
      </p>
      {paysSomething && (
        <>
          <ClaimAmount claim={claim} />
          {!elder && <ClaimShares claim={claim} />}
          <KeyValues
            items={[
              { label: '总费用', value: `${formatYuan(claim.totalFen)} 元`, num: true },
              { label: '到账', value: arrivalValue(claim, elder), num: true },
            ]}
          />
        </>
      )}
      <ClaimNews claim={claim} />
      <div className="claim-more">
        <Button kind="neutral" small href={href} label={`看详情，${title}`}>
          看详情
        </Button>
      </div>
    </article>
  );
}
