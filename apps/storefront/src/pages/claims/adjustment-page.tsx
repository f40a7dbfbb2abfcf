import '../../ui/controls.css';
import type { ClaimCalculationValue, ClaimPersonValue, ClaimValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { type ReactNode, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useNavigation, useQuery } from '../../context/index.ts';
import { arrivalText, claimTitle, claimTone, nearestShortfall, visitDays } from '../../features/claims/claim-words.ts';
import {
  Button,
  Card,
  EmptyState,
  KeyValues,
  Money,
  Notice,
  Page,
  Row,
  Section,
  Sheet,
  Skeleton,
  Tag,
} from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { ClaimSteps, Differs, Gauge, Waterfall } from './claim-parts.tsx';
import { ElderAdjustment } from './elder-adjustment.tsx';
import { RecheckOf } from './recheck-part.tsx';
import { PersonCard, WithPerson } from './with-person.tsx';

const TITLE = '理算结果';
const LEAD = '每一步都写清楚，您可以自己对一遍';
const PATH = '/order_search_new2';

interface Worked {
  readonly claim: ClaimValue;
  readonly calculation: ClaimCalculationValue;
}

/** #/order_search_new2: how a visit was worked out, step by step, and what is left of the year. */
export default function AdjustmentPage() {
  return (
    <WithPerson title={TITLE} lead={LEAD} path={PATH}>
      {(person, others) => <Year person={person} others={others} />}
    </WithPerson>
  );
}

function Year({ person, others }: { person: ClaimPersonValue; others: (() => void) | null }) {
  const elder = useElderMode();
  const query = useQuery();
  const { navigate } = useNavigation();
  const [choosing, setChoosing] = useState(false);
  const { personKey } = person;
  const year = query.get('year');
  const caseNo = query.get('caseNo');
  const input = { personKey, ...(year ? { editionCode: year } : caseNo ? { caseNo } : {}) };
  const found = useCall(calls.queryLiSuan, input, { quietFailure: true });
  const title = elder ? '能赔多少' : TITLE;
  if (found.failure && !found.value)
    return <LoadProblem title={title} failure={found.failure} onReload={found.reload} />;
  if (!found.value) {
    return (
      <Page title={title} lead={LEAD}>
        <PersonCard person={person} />
        <Card>
          <Skeleton lines={[26, 20, 36, 168]} />
        </Card>
      </Page>
    );
  }
  const { years, year: shown } = found.value;
  const cases: readonly Worked[] = shown?.cases ?? [];
  const chosen = cases.find(({ claim }) => claim.caseNo === caseNo) ?? cases[0];
  if (!shown || !chosen) {
    return (
      <Page title={title} lead={LEAD}>
        <PersonCard person={person} action={others && <ChangeButton onPress={others} text="换个人" label="换个人" />} />
        <EmptyState
          art={<PaperArt />}
          title="没有能看的理算结果"
          lead="可能还没有理赔，或者报案时留的不是登录的手机号"
          action={<Button href={`#/claims?person=${personKey}`}>看理赔结果</Button>}
        />
      </Page>
    );
  }
  const go = (more: string) => {
    setChoosing(false);
    navigate(`${PATH}?person=${personKey}&${more}`, { replace: true });
  };
  const change = <ChangeButton onPress={() => setChoosing(true)} text="换一次" label="换一次，看别的就诊" />;
  const part = { person, worked: chosen, change };
  return (
    <>
      {elder ? <ElderAdjustment {...part} /> : <Adjustment key={chosen.claim.caseNo} {...part} />}
      <Sheet open={choosing} title="看哪一次" onClose={() => setChoosing(false)}>
        {years.length > 1 && (
          <div className="claim-years">
            {years.map(({ editionCode, editionYear }) => (
              <Button
                key={editionCode}
                kind="neutral"
                small
                onPress={() => go(`year=${editionCode}`)}
                label={editionCode === shown.editionCode ? `${editionYear} 年，正在看` : `${editionYear} 年`}
              >
                {editionYear} 年
              </Button>
            ))}
          </div>
        )}
        {cases.map(({ claim }) => (
          <Row
            key={claim.caseNo}
            label={claimTitle(claim, elder)}
            note={<span className="num">{visitDays(claim)}</span>}
            value={claim.caseNo === chosen.claim.caseNo ? '正在看' : claim.statusLabel}
            onPress={() => go(`year=${shown.editionCode}&caseNo=${encodeURIComponent(claim.caseNo)}`)}
          />
        ))}
        {others && (
          <Row
            label="看别人的"
            onPress={() => {
              setChoosing(false);
              others();
            }}
          />
        )}
      </Sheet>
    </>
  );
}

function ChangeButton({ onPress, text, label }: { onPress: () => void; text: string; label: string }) {
  return (
    <Button kind="neutral" small onPress={onPress} label={label}>
      {text}
    </Button>
  );
}

interface PartProps {
  readonly person: ClaimPersonValue;
  readonly worked: Worked;
  readonly change: ReactNode;
}

function Adjustment({ person, worked: { claim, calculation }, change }: PartProps) {
  const short = nearestShortfall(claim);
  return (
    <Page title={TITLE} lead={LEAD}>
      <PersonCard person={person} action={change} />
      <section className="card" aria-label="这一次">
        <div className="claim-head">
          <h2>{claimTitle(claim)}</h2>
          {short ? <Tag>这次不赔</Tag> : <Tag tone={claimTone(claim)}>{claim.statusLabel}</Tag>}
        </div>
        <p className="note num claim-where">
          <span>{claim.hospital}</span> <span className="nowrap">{visitDays(claim)}</span>
        </p>
        {short ? <Shortfall short={short} /> : <Paid claim={claim} />}
      </section>
      {claim.agrees === false && <Differs claim={claim} />}
      <Section title="怎么算出来的">
        <Card>
          <ClaimSteps steps={calculation.steps} />
        </Card>
      </Section>
      {short && (
        <div className="mt3">
          <Notice title="这次的费用会记着">
            {claim.editionYear} 年的费用接着累计，超过起付线的部分就能赔。不用再交一次材料。
          </Notice>
        </div>
      )}
      <YearLeft year={claim.editionYear} calculation={calculation} />
      <RecheckOf claim={claim} personKey={person.personKey} />
    </Page>
  );
}

function Paid({ claim }: { claim: ClaimValue }) {
  const arrival = arrivalText(claim);
  return (
    <>
      <div className="claim-big">
        <span>{claim.isEstimate ? '按现有数据估算' : '本产品赔'}</span>
        <Money fen={claim.insurerFen ?? claim.sums?.payableFen ?? 0} />
      </div>
      <p className="small muted">{claim.isEstimate ? '还没有结论，最后以保险公司审核为准' : arrival}</p>
      <Waterfall claim={claim} />
    </>
  );
}

function Shortfall({ short }: { short: ClaimValue['shortfalls'][number] }) {
  return (
    <div className="claim-below">
      <p>
        <b>还没到起付线</b>
      </p>
      <p className="small muted mt2">
        {short.label}已累计 {formatYuan(short.accumulatedFen)} 元，起付线 {formatYuan(short.deductibleFen)} 元，还差{' '}
        {formatYuan(short.deductibleFen - short.accumulatedFen)} 元
      </p>
      <Gauge usedFen={short.accumulatedFen} wholeFen={short.deductibleFen} />
    </div>
  );
}

/** How far the year's deductibles are used and what is left of its limits, this visit counted in. */
function YearLeft({ year, calculation }: { year: number; calculation: ClaimCalculationValue }) {
  const { balances } = calculation;
  return (
    <Section title={`到这一次，${year} 年的情况`}>
      <Card>
        {balances.map((balance) => (
          <div className="claim-balance" key={balance.key}>
            <b>{balance.label}</b>
            <Gauge usedFen={balance.deductibleUsedFen} wholeFen={balance.deductibleFen} />
            <p className="small claim-balance-left">
              {year} 年还能赔 <span className="num">{formatYuan(balance.limitLeftFen)} 元</span>
            </p>
          </div>
        ))}
        <KeyValues
          items={[
            { label: '赔付比例', value: calculation.ratioClassLabel },
            { label: '计算规则', value: calculation.ruleLabel, num: true },
            { label: '医保数据截至', value: formatDotDate(calculation.dataAsOf), num: true },
          ]}
        />
      </Card>
    </Section>
  );
}
