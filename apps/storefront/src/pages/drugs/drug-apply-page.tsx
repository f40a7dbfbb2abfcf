import '../../ui/form.css';
import '../../ui/controls.css';
import './drugs.css';
import type { DrugPersonValue, ListedDrugValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { coPayOf, DRUG_PAPERS, type DrugPaperKind } from '@huimin/domain/special-drugs';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { createWishKeys } from '../../api/new-client-key.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useNavigation, useProduct, useQuery } from '../../context/index.ts';
import {
  Agree,
  Bar,
  Button,
  Card,
  EmptyState,
  Field,
  FormProblem,
  goToField,
  Icon,
  iconInfo,
  Notice,
  Page,
  PhoneLink,
  Section,
  SelectInput,
  Skeleton,
  toast,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { useCoverEdition } from '../services/use-cover-edition.tsx';
import { CoPaySum } from './co-pay-sum.tsx';
import { DrugPaperRows, forgetDrugPapers, type PapersByKind, useDrugPapers } from './drug-paper-rows.tsx';

const TITLE = '申请用药';
const STEPS = ['交材料', '药师审核', '选药房', '取药'];
/** #/drugApply?drug=…: for whom, with which papers, and what it costs about. */
export default function DrugApplyPage() {
  const cover = useCoverEdition();
  const code = useQuery().get('drug') ?? '';
  const asked = { productId: cover.editionCode };
  const quiet = { quietFailure: true, when: cover.isKnown };
  const list = useCall(calls.specialDrugs, asked, quiet);
  const mine = useCall(calls.drugApplications, asked, quiet);
  const failure = list.failure ?? mine.failure;
  if (failure) {
    const reload = () => {
      list.reload();
      mine.reload();
    };
    return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  }
  if (!list.value || !mine.value) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[80, 64, 64, 64]} />
      </Page>
    );
  }
  const drug = list.value.drugs.find((one) => one.code === code);
  if (!drug) {
    return (
      <Page title={TITLE}>
        <EmptyState
          title="目录里没有这种药"
          lead="目录可能换了新版"
          action={<Button href={cover.keepIn('#/cart-shop')}>去目录里找</Button>}
        />
      </Page>
    );
  }
  const { people } = mine.value;
  const open = people.filter((person) => person.isOpen);
  return open.length === 0 ? (
    <NobodyCovered people={people} />
  ) : (
    <Apply drug={drug} people={open} casesRoute={cover.keepIn('/drugCases')} />
  );
}

function NobodyCovered({ people }: { people: readonly DrugPersonValue[] }) {
  const { lead, action } =
    people.length === 0
      ? { lead: '用药申请只给有保障的人办', action: <Button href="#/home-list">看家人的保障</Button> }
      : {
          lead: `保障从 ${formatDotDate(people[0]?.validDate ?? '')} 开始，到那天再来申请`,
          action: <Button href="#/cart-shop">先看看目录</Button>,
        };
  return (
    <Page title={TITLE}>
      <EmptyState title={people.length === 0 ? '还没有人有保障' : '保障还没开始'} lead={lead} action={action} />
    </Page>
  );
}

type ApplyProps = {
  drug: ListedDrugValue;
  people: readonly DrugPersonValue[];
  /** Where the application is then shown. */
  casesRoute: string;
};

function Apply({ drug, people, casesRoute }: ApplyProps) {
  const { navigate } = useNavigation();
  const { tel, servicesBeforeCover } = useProduct();
  const [policyNo, setPolicyNo] = useState(people[0]?.policyNo ?? '');
  const papers = useDrugPapers(`drug-${drug.code}`);
  const [openKind, setOpenKind] = useState<DrugPaperKind | null>(null);
  const [consent, setConsent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [apply, applying] = useAction(calls.applyDrug, { quietFailure: true });
  const [keyOf] = useState(() => createWishKeys());
  const person = people.find((one) => one.policyNo === policyNo);
  const missing = DRUG_PAPERS.filter(({ kind }) => papers[kind].fileIds.length === 0);
  const [next] = missing;
  const busy = DRUG_PAPERS.some(({ kind }) => papers[kind].busy);

  const submit = async () => {
    setProblem(null);
    if (next) return setOpenKind(next.kind);
    if (busy) return setProblem('还在上传，请等一下');
    if (!consent) {
      setProblem('请先勾选同意，再提交');
      return goToField('drug-consent');
    }
    const wish = { policyNo, drugCode: drug.code, papers: papersOf(papers) };
    const reply = await apply({ clientKey: keyOf(wish), ...wish, consent: true });
    if (!reply.ok) return setProblem(failureText(reply, '没有交上去。材料都还在'));
    forgetDrugPapers(papers);
    toast('已交给药师', { kind: 'ok' });
    navigate(casesRoute, { replace: true });
  };
  const tip = next ? `还缺${missing.map(({ label }) => label).join('、')}，交齐才能提交` : null;
  return (
    <Page
      title={TITLE}
      lead={`${drug.genericName}${person ? `，给${person.name}用` : ''}`}
      bar={
        <Bar
          tip={
            tip && (
              <>
                <Icon name={iconInfo} size={20} />
                {tip}
              </>
            )
          }
        >
          <Button busy={applying.busy} onPress={() => void submit()}>
            {next ? `上传${next.label}` : '提交申请'}
          </Button>
        </Bar>
      }
    >
      <ol className="card drug-steps" aria-label="步骤">
        {STEPS.map((step, index) => (
          <li key={step} aria-current={index === 0 ? 'step' : undefined}>
            <i aria-hidden="true">{index + 1}</i>
            {step}
          </li>
        ))}
      </ol>
      {servicesBeforeCover && (
        <div className="mt3">
          <Notice>演示版：保障还没开始也可以试着申请。</Notice>
        </div>
      )}
      {people.length > 1 && (
        <div className="card card-flush mt3">
          <Field id="drug-person" label="给谁用">
            {(field) => (
              <SelectInput
                {...field}
                value={policyNo}
                onChange={setPolicyNo}
                options={people.map((one) => ({ value: one.policyNo, label: one.name }))}
              />
            )}
          </Field>
        </div>
      )}
      <Section
        title="要交的材料"
        action={
          <span className="note num">
            {DRUG_PAPERS.length} 样，已有 {DRUG_PAPERS.length - missing.length} 样
          </span>
        }
      >
        <DrugPaperRows papers={papers} open={openKind} onOpen={setOpenKind} />
      </Section>
      {person && (
        <Section title="大概要付多少">
          <Card>
            <CoPaySum
              cycleText={drug.cycleText}
              sum={coPayOf({
                ...{ priceFen: drug.priceFen, ratioPercent: drug.ratioPercent },
                deductibleLeftFen: person.deductibleLeftFen,
                limitLeftFen: Math.min(person.limitLeftFen, drug.limitFen ?? person.limitLeftFen),
              })}
            />
            <p className="note">
              药师看出是既往症的，按 <span className="num">{drug.preExistingRatioPercent}%</span> 赔。
            </p>
          </Card>
        </Section>
      )}
      <div className="card mt3">
        <Agree id="drug-consent" checked={consent} onChange={setConsent}>
          我同意为这次申请处理这些健康材料。它们加密保存，只给审核的药师看，保障期满 5 年后删除；撤销申请，材料马上删除
        </Agree>
      </div>
      <FormProblem problem={problem} />
      <p className="note mt3">
        药师 2 个工作日内审完。少了材料，会一次说清楚。不会上传可以打 <PhoneLink tel={tel} />。
      </p>
    </Page>
  );
}

function papersOf(papers: PapersByKind) {
  return DRUG_PAPERS.map(({ kind }) => ({ kind, fileIds: papers[kind].fileIds }));
}
