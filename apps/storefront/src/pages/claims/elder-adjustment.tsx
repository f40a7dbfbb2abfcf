import type { ClaimCalculationValue, ClaimPersonValue, ClaimValue } from '@huimin/contract';
import { saidYuan } from '@huimin/domain/money';
import type { ReactNode } from 'react';
import { type ReadAloud, useReadAloud } from '../../context/use-read-aloud.ts';
import { arrivalText, claimTitle, nearestShortfall, spokenSteps } from '../../features/claims/claim-words.ts';
import { Bar, Card, Page, Section } from '../../ui/index.ts';
import { ListenButton, tellNotRead } from '../../ui/listen-button.tsx';
import { Differs } from './claim-parts.tsx';
import { RecheckOf } from './recheck-part.tsx';

type Props = {
  person: ClaimPersonValue;
  worked: { readonly claim: ClaimValue; readonly calculation: ClaimCalculationValue };
  change: ReactNode;
};

/** The same in everyday words: one sum, who paid, and a card for each step. */
export function ElderAdjustment({ person, worked: { claim, calculation }, change }: Props) {
  const aloud = useReadAloud();
  const fen = claim.insurerFen ?? claim.sums?.payableFen ?? 0;
  const short = nearestShortfall(claim);
  const arrival = claim.isEstimate ? '还没有结论，以保险公司审核为准' : arrivalText(claim, true);
  const payer = claim.isEstimate ? '按现有数据，我们大约赔给您' : '我们赔给您';
  const bars = barsOf(claim);
  const steps = spokenSteps(calculation.steps, claim.editionYear);
  const missing =
    short &&
    `还差 ${saidYuan(short.deductibleFen - short.accumulatedFen)} 元到起付线。这次的费用会记着，${claim.editionYear} 年的费用接着算。`;
  const sentences = [
    `${person.name}，${claimTitle(claim, true)}。`,
    short ? `这次不赔。${missing}` : `${payer} ${saidYuan(fen)} 元。${arrival ?? ''}`,
    ...bars.map(({ label, fen: sum }) => `${label} ${saidYuan(sum)} 元。`),
    ...steps.map(
      ({ title, about, sum }) => `${title}。${about ?? ''}。${sum.replace(/×/g, '乘').replace(/=/g, '等于')}。`,
    ),
  ];
  return (
    <Page
      title="能赔多少"
      lead={`${person.name}，${claimTitle(claim, true)}`}
      bar={aloud.canRead && <ReadBar sentences={sentences} aloud={aloud} />}
    >
      <Card>
        {short ? (
          <>
            <p className="claim-elder-none">这次不赔</p>
            <p className="muted">{missing}</p>
          </>
        ) : (
          <>
            <p>{payer}</p>
            <p className="claim-elder-sum num">
              {saidYuan(fen)}
              <small>元</small>
            </p>
            {arrival && <p className="muted">{arrival}</p>}
          </>
        )}
        <div className="mt3">{change}</div>
      </Card>
      {claim.agrees === false && <Differs claim={claim} />}
      <Section title="钱是谁出的">
        <Card>
          <ul className="claim-elder-bars">
            {bars.map(({ key, label, fen: sum, percent }) => (
              <li key={key}>
                <div>
                  <span>{label}</span>
                  <span className={key === 'payable' ? 'num red' : 'num'}>{saidYuan(sum)}</span>
                </div>
                <i className={`claim-share-${key}`} style={{ width: `${percent}%` }} aria-hidden="true" />
              </li>
            ))}
          </ul>
          <p className="note mt3">单位都是元</p>
        </Card>
      </Section>
      <Section title="怎么算的">
        {steps.map(({ title, about, sum }) => (
          <Card key={title} className="claim-elder-step">
            <h3>{title}</h3>
            {about && <p>{about}</p>}
            <p className="claim-elder-formula num">{sum}</p>
          </Card>
        ))}
      </Section>
      <RecheckOf claim={claim} personKey={person.personKey} />
    </Page>
  );
}

function barsOf({ sums }: ClaimValue) {
  if (!sums || sums.totalFen === 0) return [];
  const bars = [
    { key: 'all', label: '看病一共花了', fen: sums.totalFen },
    { key: 'medical', label: '医保付了', fen: sums.medicalFen },
    { key: 'payable', label: '我们赔', fen: sums.payableFen },
    { key: 'deductible', label: '您自己付', fen: sums.ownFen + sums.deductibleFen },
  ];
  return bars.map((bar) => ({ ...bar, percent: (bar.fen / sums.totalFen) * 100 }));
}

function ReadBar({ sentences, aloud }: { sentences: readonly string[]; aloud: ReadAloud }) {
  return (
    <Bar>
      <ListenButton
        kind="primary"
        isReading={aloud.isReading}
        onPress={() => aloud.press(sentences, { failed: tellNotRead })}
      />
    </Bar>
  );
}
