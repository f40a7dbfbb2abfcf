import type { ProductInfoValue } from '@huimin/contract';
import { Icon, iconCheckCircle, iconChevronDown, iconCrossCircle, Monogram, Section, Tag } from '../../ui/index.ts';

/** 谁能买 and 怎么买. */
export function BuyerSections({ whoCanBuy }: Pick<ProductInfoValue, 'whoCanBuy'>) {
  return (
    <>
      <Section className="standard-only" title="谁能买">
        <div className="card">
          <ul className="who">
            {whoCanBuy.map((rule) => (
              <li key={rule.text} className={rule.allowed ? undefined : 'no'}>
                <Icon name={rule.allowed ? iconCheckCircle : iconCrossCircle} size={20} />
                <span>{rule.text}</span>
              </li>
            ))}
          </ul>
        </div>
      </Section>
      <Section className="standard-only" title="怎么买">
        <div className="card">
          <ol className="steps">
            <li>选医保地</li>
            <li>选家人</li>
            <li>核对付款</li>
            <li>领凭证</li>
          </ol>
        </div>
      </Section>
    </>
  );
}

type Companies = ProductInfoValue['insuranceCompany'];

/** 谁在承保. */
export function CompanySection(
  product: Pick<ProductInfoValue, 'insuranceCompany' | 'brokerCompany' | 'technologyCompany' | 'subCompany'>,
) {
  const groups: [string, Companies][] = [
    ['共保体', product.insuranceCompany],
    ['保险经纪', product.brokerCompany],
    ['技术服务', product.technologyCompany],
  ];
  const cities = new Set(product.subCompany.map((company) => company.city ?? company.name)).size;
  return (
    <Section className="standard-only" title="谁在承保">
      <div className="card companies">
        {groups
          .filter(([, companies]) => companies.length > 0)
          .map(([title, companies]) => (
            <div key={title}>
              <h3>{title}</h3>
              <ul>
                {companies.map((company) => (
                  <li key={company.name}>
                    <Monogram name={company.name} square />
                    <span>{company.name}</span>
                    {company.lead && <Tag tone="red">首席承保</Tag>}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        {cities > 0 && (
          <div className="faq">
            <details>
              <summary>
                {`各市承保分支机构（${cities} 市）`}
                <Icon name={iconChevronDown} size={20} />
              </summary>
              <p className="small muted">{product.subCompany.map((company) => company.name).join('、')}</p>
            </details>
          </div>
        )}
      </div>
    </Section>
  );
}

/** 常见问题; the first answer is open. */
export function QuestionSection({ questions }: Pick<ProductInfoValue, 'questions'>) {
  if (questions.length === 0) return null;
  return (
    <Section className="standard-only" title="常见问题">
      <div className="card card-flush faq">
        {questions.map((item, index) => (
          <details key={item.question} open={index === 0}>
            <summary>
              {item.question}
              <Icon name={iconChevronDown} size={20} />
            </summary>
            <p className="small muted">{item.answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}

/** The filing of the product with the authority. */
export function Filing(
  product: Pick<
    ProductInfoValue,
    'recordFilingName' | 'recordFilingCode' | 'recordFilingOrganisation' | 'isDemonstration'
  >,
) {
  return (
    <footer className="filing note standard-only">
      <p>{`备案产品：${product.recordFilingName}`}</p>
      <p>{`备案编号：${product.recordFilingCode}`}</p>
      <p>{`备案机构：${product.recordFilingOrganisation}`}</p>
      {product.isDemonstration && <p>演示产品，不产生真实保障</p>}
    </footer>
  );
}
