import type { ClaimStepValue, ClaimValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { claimParts, isBelow, shortYuan, usedPercent, waitingText } from '../../features/claims/claim-words.ts';
import { Notice } from '../../ui/index.ts';

/** Who pays what of a claim, as a bar and in words. */
export function ClaimShares({ claim }: { claim: ClaimValue }) {
  const parts = claimParts(claim);
  return (
    <>
      <div className="claim-share" aria-hidden="true">
        {parts.map(({ key, percent }) => (
          <i className={`claim-share-${key}`} key={key} style={{ width: `${percent}%` }} />
        ))}
      </div>
      <ul className="claim-legend">
        {parts.map(({ key, label, fen }) => (
          <li key={key} className={key === 'payable' ? 'claim-legend-main' : undefined}>
            <i className={`claim-share-${key}`} aria-hidden="true" />
            {label}
            <span className="num">{formatYuan(fen)} 元</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the insurer pays; before it has decided, what the rules come to. */
export function ClaimAmount({ claim }: { claim: ClaimValue }) {
  const fen = claim.insurerFen ?? claim.sums?.payableFen ?? 0;
  return (
    <div className="claim-amount">
      <span>{claim.isEstimate ? '按现有数据估算' : '本产品赔付'}</span>
      <span className="money">
        <i>¥</i>
        <Grouped sum={formatYuan(fen)} />
      </span>
    </div>
  );
}

/** A sum that goes on behind a comma where it has no room on its line, in the largest letters. */
function Grouped({ sum }: { sum: string }) {
  const [first = '', ...rest] = sum.split(',');
  if (rest.length === 0) return first;
  return (
    <>
      {first},
      <wbr />
      <Grouped sum={rest.join(',')} />
    </>
  );
}

const LEFT = 0.75;
const WIDTH = 311;
const BAR = 56;
const TOP = 30;
const HEIGHT = 108;
const COLUMNS = [0, 85, 170, 255];

/** From the total down to what is left to pay: each part begins where the one before it ends. */
export function Waterfall({ claim }: { claim: ClaimValue }) {
  const { sums } = claim;
  if (!sums || sums.totalFen === 0) return null;
  const ownFen = sums.ownFen + sums.deductibleFen;
  const bars = [
    { label: '总费用', fen: sums.totalFen, look: 'all' },
    { label: '医保报销', fen: sums.medicalFen, look: 'medical' },
    { label: claim.isEstimate ? '约赔' : '本产品赔', fen: sums.payableFen, look: 'payable' },
    { label: '自己付', fen: ownFen, look: 'deductible' },
  ];
  let at = 0;
  const placed = bars.map((bar, index) => {
    const height = Math.max((bar.fen / sums.totalFen) * HEIGHT, bar.fen > 0 ? 2 : 0);
    const y = TOP + (index === 0 ? 0 : (at / sums.totalFen) * HEIGHT);
    if (index > 0) at += bar.fen;
    return { ...bar, height, y, x: COLUMNS[index] ?? 0, below: y + (index === 0 ? 0 : height) };
  });
  return (
    <svg
      className="claim-waterfall"
      viewBox={`0 0 ${WIDTH} 168`}
      role="img"
      aria-label={bars.map(({ label, fen }) => `${label} ${formatYuan(fen)} 元`).join('，')}
    >
      {placed.map(({ label, fen, look, x, y, height, below }, index) => (
        <g key={label}>
          <rect
            className={`claim-bar-${look}`}
            x={x + (index === 0 ? LEFT : 0)}
            y={y}
            width={BAR - (index === 0 ? LEFT : 0)}
            height={height}
            rx={3}
          />
          {index < placed.length - 1 && (
            <path className="claim-bar-link" d={`M${x + BAR} ${below}H${COLUMNS[index + 1]}`} />
          )}
          <text x={x + BAR / 2} y={y - 7} textAnchor="middle" className={look === 'payable' ? 'claim-bar-bold' : ''}>
            {shortYuan(fen)}
          </text>
          <text x={x + BAR / 2} y={158} textAnchor="middle" className="claim-bar-label">
            {label}
          </text>
        </g>
      ))}
      <path className="claim-bar-ground" d={`M0 ${TOP + HEIGHT}H${WIDTH}`} />
    </svg>
  );
}

/** How much of a deductible is used up. */
export function Gauge({ usedFen, wholeFen }: { usedFen: number; wholeFen: number }) {
  const percent = usedPercent(usedFen, wholeFen);
  return (
    <>
      <div className="claim-gauge" aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </div>
      <p className="claim-gauge-ends num">
        <span>已累计 {formatYuan(usedFen)}</span>
        <span>起付线 {formatYuan(wholeFen)}</span>
      </p>
    </>
  );
}

/** The numbered steps of a worked-out claim, each with its lines. */
export function ClaimSteps({ steps }: { steps: readonly ClaimStepValue[] }) {
  return (
    <ol className="claim-steps">
      {steps.map((step, index) => (
        <li key={step.key}>
          <h3>
            <i aria-hidden="true">{index + 1}</i>
            {step.title}
          </h3>
          {step.lines.length === 0 ? (
            <p className="small muted claim-step-none">{step.note}</p>
          ) : (
            <>
              <StepLines step={step} />
              {step.note && <p className="note claim-step-note">{step.note}</p>}
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function StepLines({ step }: { step: ClaimStepValue }) {
  return (
    <ul className="claim-sum">
      {step.lines.map(({ label, sign, fen, of }) => (
        <li key={label}>
          <span>{label}</span>
          <span className="num">
            {of ? `${formatYuan(of.fen)} × ${of.ratio / 100}%` : `${sign === '' ? '' : `${sign} `}${formatYuan(fen)}`}
          </span>
        </li>
      ))}
      <li className="claim-sum-result">
        <span>{step.resultLabel}</span>
        <span className="num">{formatYuan(step.resultFen)} 元</span>
      </li>
    </ul>
  );
}

/** What insurer and rules say differently: both are shown, and nobody is told who is right. */
export function Differs({ claim }: { claim: ClaimValue }) {
  if (claim.insurerFen === null || !claim.sums) return null;
  return (
    <div className="mt3">
      <Notice tone="warn" title="两边算的不一样">
        保险公司赔 {formatYuan(claim.insurerFen)} 元，按公布的规则算是 {formatYuan(claim.sums.payableFen)}{' '}
        元。到账以保险公司为准；您可以申请复核。
      </Notice>
    </div>
  );
}

/** What an open or refused claim has to say. */
export function ClaimNews({ claim }: { claim: ClaimValue }) {
  const waiting = waitingText(claim);
  return (
    <>
      {claim.missingPapers.length > 0 && (
        <p className="small mt2">还缺：{claim.missingPapers.join('、')}。请交给保险公司，这几样是一次说全的。</p>
      )}
      {claim.refusal !== null && !isBelow(claim) && <p className="small mt2">原因：{claim.refusal}</p>}
      {claim.shortfalls.map(({ label, text }) => (
        <p className="small mt2" key={label}>
          {label}：{text}
        </p>
      ))}
      {waiting !== null && <p className="small muted mt2">{waiting}</p>}
    </>
  );
}
