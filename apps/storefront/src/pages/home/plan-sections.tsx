import type { ProductInfoValue } from '@huimin/contract';
import { thousandsSeparated } from '@huimin/domain/money';
import { Icon, iconChevronDown, iconChevronRight, Section } from '../../ui/index.ts';

type Product = Pick<ProductInfoValue, 'plans' | 'sideProducts'>;

/** 两款方案: only where there is something to choose. Pressing one is the choice. */
export function PlanSection({ plans }: Pick<Product, 'plans'>) {
  if (plans.length < 2) return null;
  return (
    <Section title="选方案">
      <div className="card card-flush">
        {plans.map(({ code, name, premiumFen, adds }) => (
          <a className="row" href={`#/beforeAuthUser?plan=${code}`} key={code}>
            <span className="row-main">
              <b>{name}</b>
              {adds && <span className="note">{adds.join('；')}</span>}
            </span>
            <span className="row-value num">{`${premiumFen / 100} 元`}</span>
            <Icon name={iconChevronRight} size={18} className="row-chevron" />
          </a>
        ))}
      </div>
    </Section>
  );
}

/** 其他版本: this edition beside earlier ones, and products that are not sold any more. */
export function OtherEditionsSection({ sideProducts }: Pick<Product, 'sideProducts'>) {
  return (
    <Section title="其他版本">
      <div className="card card-flush">
        <a className="row" href="#/editions">
          <span className="row-main">各版放在一起看</span>
          <Icon name={iconChevronRight} size={18} className="row-chevron" />
        </a>
        <div className="faq">
          {sideProducts?.map(({ name, premiumFen, limitFen, explanation }) => (
            <details key={name}>
              <summary>
                <span>
                  {name}
                  <br />
                  {`${premiumFen / 100} 元 / 人 / 年，最高 ${thousandsSeparated(limitFen / 100)}\u00a0元`}
                </span>
                <Icon name={iconChevronDown} size={20} />
              </summary>
              <p className="small muted">{explanation}</p>
            </details>
          ))}
        </div>
      </div>
    </Section>
  );
}
