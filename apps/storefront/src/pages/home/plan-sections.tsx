import type { ProductInfoValue } from '@huimin/contract';
import { saidYuan } from '@huimin/domain/money';
import { FEW_PLANS } from '../../features/plans/few-plans.ts';
import { Icon, iconChevronDown, iconChevronRight, Section } from '../../ui/index.ts';

type Product = Pick<ProductInfoValue, 'plans' | 'sideProducts'>;

/** 选方案: only where there is something to choose. Pressing one is the choice. */
export function PlanSection({ plans }: Pick<Product, 'plans'>) {
  if (plans.length < 2) return null;
  const compare = (
    <a className="link" href="#/editions">
      放在一起比
    </a>
  );
  return (
    <Section title="选方案" action={plans.length > FEW_PLANS && compare}>
      <div className="card card-flush">
        {plans.map(({ code, name, premiumFen, adds }) => (
          <a className="row" href={`#/beforeAuthUser?plan=${code}`} key={code}>
            <span className="row-main">
              <b>{name}</b>
              {adds && plans.length <= FEW_PLANS && <span className="note">{adds.join('；')}</span>}
            </span>
            <span className="row-value num">{`${saidYuan(premiumFen)} 元`}</span>
            <Icon name={iconChevronRight} size={18} className="row-chevron" />
          </a>
        ))}
      </div>
    </Section>
  );
}

/** 其他版本: this edition beside earlier ones, unless the plans above lead there, and products that are not sold any more. */
export function OtherEditionsSection({ plans, sideProducts = [] }: Product) {
  const isAbove = plans.length > FEW_PLANS;
  if (isAbove && sideProducts.length === 0) return null;
  return (
    <Section title="其他版本">
      <div className="card card-flush">
        {!isAbove && (
          <a className="row" href="#/editions">
            <span className="row-main">各版放在一起看</span>
            <Icon name={iconChevronRight} size={18} className="row-chevron" />
          </a>
        )}
        <div className="faq">
          {sideProducts.map(({ name, premiumFen, limitFen, explanation }) => (
            <details key={name}>
              <summary>
                <span>
                  {name}
                  <br />
                  {`${saidYuan(premiumFen)} 元 / 人 / 年，最高 ${saidYuan(limitFen)}\u00a0元`}
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
