import type { ProductInfoValue } from '@huimin/contract';
import { saidYuan, wanYuanText } from '@huimin/domain/money';
import { Icon, IconTile, iconHospital, iconPill, iconShield, Section } from '../../ui/index.ts';
import { inEverydayWords } from './everyday-words.ts';

const ICONS = { hospital: iconHospital, shield: iconShield, pill: iconPill };

type Product = Pick<ProductInfoValue, 'benefits' | 'preExistingNote' | 'example'>;

/** 保什么: a table per benefit, and one plain sentence per benefit in elder mode. */
export function CoverSection({ benefits, preExistingNote }: Product) {
  return (
    <Section
      title="保什么"
      action={
        <a className="link standard-only" href="#/agreement">
          看完整条款
        </a>
      }
    >
      <div className="card card-flush">
        {benefits.map((benefit) => (
          <div className="cover standard-only" key={benefit.name}>
            <div className="cover-head">
              <IconTile>
                <Icon name={ICONS[benefit.icon]} />
              </IconTile>
              <div>
                <h3>{benefit.name}</h3>
                <p>{benefit.scope}</p>
              </div>
            </div>
            <dl>
              <Figure label="起付线" value={wanYuanText(benefit.deductibleFen)} unit="万元" />
              <Figure label="赔付比例" value={String(benefit.ratioPercent)} unit="%" />
              <Figure label="一年最高" value={wanYuanText(benefit.limitFen)} unit="万元" />
            </dl>
          </div>
        ))}
        <p className="note cover-note standard-only">{preExistingNote}</p>
        {benefits.map((benefit, index) => (
          <div className="cover elder-only" key={benefit.name}>
            <h3>{`${index + 1}. ${inEverydayWords(benefit.name)}`}</h3>
            <p>
              {`超过 ${wanYuanText(benefit.deductibleFen).replace(/\.0$/, '')} 万元的部分，赔 `}
              <b className="num red">{`${benefit.ratioPercent}%`}</b>
            </p>
          </div>
        ))}
      </div>
      <p className="note mt3 elder-only">{inEverydayWords(preExistingNote)}</p>
    </Section>
  );
}

function Figure({ label, value, unit }: { label: string; value: string; unit: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">
        {value}
        <small>{unit}</small>
      </dd>
    </div>
  );
}

/** 能赔多少: one worked example from the product data, line by line. */
export function ExampleSection({ example }: Pick<ProductInfoValue, 'example'>) {
  const above = example.selfPaidFen - example.deductibleFen;
  const lines: [string, string][] = [
    ['目录内自付', `${saidYuan(example.selfPaidFen)} 元`],
    ['减去起付线', `- ${saidYuan(example.deductibleFen)} 元`],
    [`按 ${example.ratioPercent}% 赔付`, `${saidYuan(above)} × ${example.ratioPercent}%`],
  ];
  return (
    <Section className="standard-only" title="能赔多少">
      <div className="card">
        <p className="small muted">{example.title}</p>
        <ul className="sum mt2">
          {lines.map(([label, value]) => (
            <li key={label}>
              <span>{label}</span>
              <span className="num">{value}</span>
            </li>
          ))}
          <li>
            <span>可赔</span>
            <span className="num red">{`${saidYuan(example.payableFen)} 元`}</span>
          </li>
        </ul>
      </div>
    </Section>
  );
}
