import '../../ui/controls.css';
import type { ClaimPersonValue, ClaimValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useQuery } from '../../context/index.ts';
import { arrivalText, claimTitle, claimTone, visitDays, waitingText } from '../../features/claims/claim-words.ts';
import { Button, Card, EmptyState, KeyValues, LongNumber, Page, Section, Skeleton, Tag } from '../../ui/index.ts';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { ClaimAmount, ClaimNews, ClaimShares, Differs } from './claim-parts.tsx';
import { RecheckPart } from './recheck-part.tsx';
import { PersonCard, WithPerson } from './with-person.tsx';

const TITLE = '理赔详情';

/** #/claimDetail: one claim, how far it is and by when, what was settled, and having it checked again. */
export default function ClaimDetailPage() {
  const caseNo = useQuery().get('caseNo') ?? '';
  return (
    <WithPerson title={TITLE} lead="" path="/claims">
      {(person) => <Detail key={caseNo} person={person} caseNo={caseNo} />}
    </WithPerson>
  );
}

function Detail({ person, caseNo }: { person: ClaimPersonValue; caseNo: string }) {
  const elder = useElderMode();
  const { personKey } = person;
  const found = useCall(calls.queryClaimDetail, { personKey, caseNo }, { quietFailure: true, when: caseNo !== '' });
  const toList = `#/claims?person=${personKey}`;
  const { failure } = found;
  const isMissing =
    failure !== null && 'name' in failure && (failure.name === 'not-found' || failure.name === 'bad-input');
  if (caseNo === '' || isMissing) {
    return (
      <Page title={TITLE}>
        <EmptyState title="没有找到这个案件" action={<Button href={toList}>看全部理赔</Button>} />
      </Page>
    );
  }
  if (failure && !found.value) return <LoadProblem title={TITLE} failure={failure} onReload={found.reload} />;
  if (!found.value) {
    return (
      <Page title={TITLE}>
        <Card>
          <Skeleton lines={[26, 20, 36, 12, 112]} />
        </Card>
      </Page>
    );
  }
  const { claim, settlements, calculation } = found.value;
  return (
    <Page
      title={claimTitle(claim, elder)}
      lead={
        <span className="num">
          案件号 <LongNumber>{claim.caseNo}</LongNumber>
        </span>
      }
    >
      <PersonCard person={person} />
      <section className="card" aria-label="结果">
        <div className="claim-head">
          <b>{claim.hospital}</b>
          <Tag tone={claimTone(claim)}>{claim.statusLabel}</Tag>
        </div>
        <p className="note num">{visitDays(claim)}</p>
        {claim.sums && (claim.insurerFen === null || claim.insurerFen > 0) && (
          <>
            <ClaimAmount claim={claim} />
            <ClaimShares claim={claim} />
          </>
        )}
        <ClaimNews claim={claim} />
      </section>
      {claim.agrees === false && <Differs claim={claim} />}
      <Section title="办到哪一步">
        <Card>
          <Timeline steps={stepsOf(claim)} />
        </Card>
      </Section>
      {calculation && (
        <div className="mt3">
          <Button
            kind="neutral"
            block
            href={`#/order_search_new2?person=${personKey}&caseNo=${encodeURIComponent(claim.caseNo)}`}
          >
            看怎么算出来的
          </Button>
        </div>
      )}
      <Section title="医保结算明细">
        {settlements.map((line) => (
          <Card key={line.settlementNo} className="claim-settlement">
            <KeyValues
              items={[
                { label: '结算单号', value: line.settlementNo, num: true },
                ...(
                  [
                    ['总费用', line.totalFen],
                    ['医保报销', line.medicalFen],
                    ['大病保险报销', line.seriousFen],
                    ['其他补偿', line.otherFen],
                    ['目录内自付', line.inScopeFen],
                    ['目录外费用', line.outOfScopeFen],
                    ['特药费用', line.specialDrugFen],
                  ] as const
                )
                  .filter(([label, fen]) => fen > 0 || label === '总费用')
                  .map(([label, fen]) => ({ label, value: `${formatYuan(fen)} 元`, num: true })),
              ]}
            />
          </Card>
        ))}
      </Section>
      <RecheckPart
        asked={{ personKey, caseNo }}
        recheck={found.value.recheck}
        mayAsk={found.value.mayAskRecheck}
        onChange={found.reload}
      />
    </Page>
  );
}

function stepsOf(claim: ClaimValue): TimelineStep[] {
  const done = (title: string, day: string, note?: string): TimelineStep => ({
    ...{ state: 'done', title, when: formatDotDate(day) },
    ...(note ? { note } : {}),
  });
  const waiting = waitingText(claim);
  const isOpen = claim.decidedOn === null && claim.status !== 'withdrawn';
  const arrival = arrivalText(claim);
  return [
    done('已受理', claim.acceptedOn, claim.oneStop ? '一站式：医院直接结算，您不用交材料' : undefined),
    ...(claim.papersOn ? [done('资料齐了', claim.papersOn)] : []),
    ...(isOpen ? [{ state: 'now' as const, title: claim.statusLabel, ...(waiting ? { note: waiting } : {}) }] : []),
    ...(claim.decidedOn
      ? [
          claim.status === 'refused'
            ? { ...done('不予赔付', claim.decidedOn, claim.refusal ?? undefined), state: 'void' as const }
            : done('同意赔付', claim.decidedOn),
        ]
      : []),
    ...(claim.paidOn
      ? [done('已到账', claim.paidOn, claim.accountTail ? `尾号 ${claim.accountTail} 的账户` : undefined)]
      : []),
    ...(claim.status === 'to-pay' && arrival ? [{ state: 'now' as const, title: '等到账', note: arrival }] : []),
    ...(claim.status === 'withdrawn' ? [{ state: 'void' as const, title: '已撤案' }] : []),
  ];
}
