import type { MemberViewValue, ProductInfoValue } from '@huimin/contract';
import { formatDotRange } from '@huimin/domain/date';
import { formatYuanWithSign, saidYuan } from '@huimin/domain/money';
import { relationshipLabel } from '@huimin/domain/order';
import { medicalTypeOf } from '@huimin/domain/person';
import { useElderMode } from '../../context/index.ts';
import type { Plan } from '../../features/plans/chosen-plan.ts';
import { Card, KeyValues, LongNumber, Monogram, Section, Tag } from '../../ui/index.ts';

/** 甲信财产保险等 4 家: the leading company without its branch, and how many they are. */
export function insurersText(companies: ProductInfoValue['insuranceCompany']): string {
  const lead = companies.find((company) => company.lead) ?? companies[0];
  if (!lead) return '';
  const name = lead.name.replace(/(?:股份)?有限(?:责任)?公司.*$|江苏(?:省)?分公司$/, '');
  return companies.length > 1 ? `${name}等 ${companies.length} 家` : name;
}

export function ProductCard({ product, plan }: { product: ProductInfoValue; plan: Plan | null }) {
  const elder = useElderMode();
  const premiumFen = plan?.premiumFen ?? 0;
  // Where there is one plan there is nothing to tell apart.
  const chosen = plan !== null && product.plans.length > 1 && (
    <p className="chosen-plan">
      <span>
        方案 <b>{plan.name}</b>
      </span>
      <a className="link" href="#/beforeAuthUser" aria-label="换方案">
        换方案
      </a>
    </p>
  );
  const period = { label: '保障期', value: formatDotRange(product.validDate, product.invalidDate), num: true };
  if (elder) {
    return (
      <Card>
        <h2 className="card-head">{product.proName}</h2>
        {chosen}
        <div className="mt2">
          <KeyValues items={[period, { label: '每人', value: `${saidYuan(premiumFen)} 元一年`, num: true }]} />
        </div>
      </Card>
    );
  }
  return (
    <Card>
      <div className="card-head">
        <h2>{product.proName}</h2>
        <span className="num card-price">{saidYuan(premiumFen)} 元 / 人</span>
      </div>
      {chosen}
      <div className="mt3">
        <KeyValues items={[period, { label: '承保公司', value: insurersText(product.insuranceCompany) }]} />
      </div>
    </Card>
  );
}

type InsuredProps = { people: readonly MemberViewValue[]; premiumFen: number; editionYear: number };

export function InsuredSection({ people, premiumFen, editionYear }: InsuredProps) {
  const elder = useElderMode();
  return (
    <Section
      title={`${elder ? '给谁买' : '被保险人'}（${people.length} 人）`}
      action={
        <a className="link" href="#/beforeAuthUser" aria-label="修改被保险人">
          修改
        </a>
      }
    >
      <ul className="card card-flush">
        {people.map((member) => {
          const covered = member.state === 'insured' && <Tag tone="ok">{editionYear} 已参保</Tag>;
          return elder ? (
            <li className="insured" key={member.memberId}>
              <p>
                <b data-pii>{member.name}</b>
                {relationshipLabel(member.relationship)} {covered}
              </p>
              <p className="insured-line num" data-pii>
                <LongNumber>{member.idNumberMasked}</LongNumber>
              </p>
              <p className="insured-line">{insuredWhere(member)}</p>
            </li>
          ) : (
            <li className="insured" key={member.memberId}>
              <Monogram name={member.name} />
              <div className="member-main">
                <p>
                  <b data-pii>{member.name}</b> <Tag>{relationshipLabel(member.relationship)}</Tag> {covered}
                </p>
                <p className="note num" data-pii>
                  <LongNumber>{member.idNumberMasked}</LongNumber>
                </p>
                <p className="note">{insuredWhere(member)}</p>
              </div>
              <span className="num">{formatYuanWithSign(premiumFen)}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** 苏州 - 工业园区 · 职工医保: where somebody is medically insured, and by which insurance if they said. */
function insuredWhere({ regionText, medicalType }: MemberViewValue): string {
  const type = medicalTypeOf(medicalType);
  return type ? `${regionText} · ${type.label}` : regionText;
}

export function PayerSection({ payer }: { payer: MemberViewValue | null }) {
  const elder = useElderMode();
  const href = payer ? `#/beforeAdd?memberId=${payer.memberId}` : '#/beforeAdd?relationship=00';
  return (
    <Section
      title={elder ? '谁付钱' : '缴费人'}
      action={
        <a className="link" href={href} aria-label={payer ? '修改缴费人' : '添加缴费人'}>
          {payer ? '修改' : '添加'}
        </a>
      }
    >
      {payer && elder && (
        <div className="card card-flush">
          <div className="insured">
            <p>
              <b data-pii>{payer.name}</b>
            </p>
            {payer.phoneMasked && (
              <p className="insured-line num" data-pii>
                手机 {payer.phoneMasked}
              </p>
            )}
          </div>
        </div>
      )}
      {payer && !elder && (
        <Card>
          <KeyValues
            items={[
              { label: '姓名', value: payer.name, pii: true },
              { label: '证件号码', value: payer.idNumberMasked, num: true, pii: true },
              { label: '手机号', value: payer.phoneMasked, num: true, pii: true },
            ]}
          />
        </Card>
      )}
      {!payer && <Card>还没有您本人的信息</Card>}
    </Section>
  );
}
