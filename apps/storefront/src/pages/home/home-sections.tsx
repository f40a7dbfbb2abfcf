import type { ProductInfoValue } from '@huimin/contract';
import { CoverSection, ExampleSection } from './cover-section.tsx';
import { OtherEditionsSection, PlanSection } from './plan-sections.tsx';
import { PhoneSections, ServiceSections } from './service-sections.tsx';
import { BuyerSections, CompanySection, Filing, QuestionSection } from './trust-sections.tsx';

/** All of the home page below the offer: facts and links, nothing that needs a script. */
export function HomeSections({ product }: { product: ProductInfoValue }) {
  return (
    <>
      <PlanSection {...product} />
      <CoverSection {...product} />
      <ExampleSection {...product} />
      <BuyerSections {...product} />
      <ServiceSections />
      <OtherEditionsSection {...product} />
      <CompanySection {...product} />
      <QuestionSection {...product} />
      <PhoneSections tel={product.tel} />
      <Filing {...product} />
    </>
  );
}
