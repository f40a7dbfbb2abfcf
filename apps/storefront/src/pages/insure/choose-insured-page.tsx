import '../../ui/form.css';
import '../../ui/controls.css';
import './insure.css';
import type { MemberViewValue } from '@huimin/contract';
import { premiumTotalFen, saidYuan } from '@huimin/domain/money';
import { relationshipLabel } from '@huimin/domain/order';
import { pauseSentence } from '@huimin/domain/product';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { keepInAddress } from '../../context/keep-in-address.ts';
import { browserDraft, useDraft } from '../../features/draft-order/browser-draft.ts';
import { withMembers, withPlan } from '../../features/draft-order/order-draft.ts';
import { blockingText } from '../../features/insured/missing-words.ts';
import { payHref, waitingOrderOf, waitingWords } from '../../features/order/waiting-orders.ts';
import { chosenPlan } from '../../features/plans/chosen-plan.ts';
import { PlanChoice } from '../../features/plans/plan-choice.tsx';
import { rememberChosenRegion, useChosenRegion } from '../../features/region/chosen-region.ts';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import { ElderHelp } from '../../features/support/elder-help.tsx';
import {
  Bar,
  Button,
  EmptyState,
  goToField,
  Icon,
  iconPencil,
  iconPlus,
  LongNumber,
  Money,
  Notice,
  Page,
  Skeleton,
  Tag,
} from '../../ui/index.ts';
import { Steps } from '../../ui/steps.tsx';
import { BarTip } from './bar-tip.tsx';
import { payerOf, payerProblem } from './family.ts';
import { LoadProblem } from './load-problem.tsx';
import { RemovedNotice } from './removed-notice.tsx';
import { usePurchaseGuard } from './use-purchase-guard.ts';

/** 为谁参保: chooses among the people the account keeps. */
export default function ChooseInsuredPage() {
  return usePurchaseGuard() ? <ChooseInsured /> : null;
}

function ChooseInsured() {
  const product = useProduct();
  const elder = useElderMode();
  const { navigate, goBack } = useNavigation();
  const region = useChosenRegion();
  const { draft, change } = useDraft(product.editionCode);
  const [tip, setTip] = useState<string | null>(null);
  const plan = chosenPlan(product.plans, draft.planCode);
  const premiumFen = plan?.premiumFen ?? null;
  // The plan whose card led here; pressing it was the choice, once. Who comes back here or loads anew may have made another one since.
  const asked = useQuery().get('plan');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (asked === null) return;
    keepInAddress('plan', null);
    if (product.plans.length > 1 && product.plans.some(({ code }) => code === asked)) {
      change((before, making) => withPlan(before, asked, making));
    }
  }, []);
  const family = useCall(calls.queryFamily, { productId: product.editionCode }, { quietFailure: true });
  const members = family.value ?? [];
  const someWait = members.some((member) => member.state === 'waiting-payment');
  const waiting = useCall(
    calls.queryOrdersV2,
    { filter: 'waiting', limit: 50 },
    { when: someWait, quietFailure: true, overlay: false },
  );

  // All of them are covered: that draft has become policies, and the next order is read and chosen anew.
  const becamePolicies =
    draft.memberIds.length > 0 &&
    members.length > 0 &&
    draft.memberIds.every((id) => members.some((member) => member.memberId === id && member.state === 'insured'));
  useEffect(() => {
    if (becamePolicies) browserDraft(product.editionCode).clear();
  }, [becamePolicies, product.editionCode]);

  const title = elder ? '给谁买' : '为谁参保';
  if (family.state === 'failed') return <LoadProblem title={title} failure={family.failure} onReload={family.reload} />;

  const max = product.maxInsuredPerOrder;
  const chosen = members.filter((member) => isFree(member) && draft.memberIds.includes(member.memberId));
  const problem = payerProblem(payerOf(members));

  const toggle = (member: MemberViewValue, on: boolean) => {
    const ids = chosen.map((other) => other.memberId).filter((id) => id !== member.memberId);
    if (on && ids.length >= max) return setTip(`一次最多选 ${max} 人，其他人可以下一单再买`);
    setTip(null);
    change((before, making) => withMembers(before, on ? [...ids, member.memberId] : ids, making));
  };
  const goOn = () => {
    if (!plan) {
      setTip('请先选一个方案');
      return goToField('plan-choice');
    }
    if (chosen.length === 0) return setTip('请先选好为谁参保');
    if (problem) return navigate(problem.href);
    change((before, making) =>
      withMembers(
        before,
        chosen.map((member) => member.memberId),
        making,
      ),
    );
    navigate('/beforeConfirm');
  };

  const sum = chosen.length > 0 && premiumFen !== null && (
    <>
      <small>
        {chosen.length} 人 × {saidYuan(premiumFen)} 元
      </small>
      <Money fen={premiumTotalFen(premiumFen, chosen.length)} size="large" />
    </>
  );
  const loading = family.state === 'loading' && family.value === null;
  return (
    <Page
      className="insure-page"
      title={title}
      lead={`可以多选，一次付款。最多选 ${max} 人`}
      step={elder && <Steps at={2} />}
      bar={
        members.length > 0 && (
          <Bar tip={tip && <BarTip>{tip}</BarTip>} sum={sum}>
            <Button onPress={goOn}>下一步</Button>
          </Bar>
        )
      }
    >
      {loading && <Skeleton lines={[96, 96, 96]} />}
      <RemovedNotice onRestored={family.reload} />
      {product.salePauses?.map((pause) => (
        <div key={pause.city} className="member-notice">
          <Notice tone="warn">{pauseSentence(pause)}</Notice>
        </div>
      ))}
      {members.length > 0 && problem && (
        <div className="member-notice">
          <Notice tone="warn">
            {problem.message}
            <a className="link sentence-link" href={problem.href}>
              {problem.action}
            </a>
          </Notice>
        </div>
      )}
      {members.length > 0 && (
        <PlanChoice
          plans={product.plans}
          value={plan?.code ?? null}
          elder={elder}
          onChange={(code) => {
            setTip(null);
            change((before, making) => withPlan(before, code, making));
          }}
        />
      )}
      {members.length > 0 && (
        <ul className="card card-flush" aria-label="家人">
          {members.map((member) => (
            <Member
              key={member.memberId}
              member={member}
              checked={chosen.includes(member)}
              premiumFen={premiumFen}
              editionYear={product.editionYear}
              waiting={waitingOrderOf(member, waiting.value?.orders ?? [])}
              waitingWords={waitingWords(
                waitingOrderOf(member, waiting.value?.orders ?? []),
                waiting.value?.orders ?? [],
              )}
              onChange={(on) => toggle(member, on)}
            />
          ))}
        </ul>
      )}
      {!loading && members.length === 0 && (
        <EmptyState
          title="先添加您本人"
          lead="付款人要是您本人，所以先填您的信息。您自己可以不参保，只给家人买"
          action={<Button href="#/beforeAdd?relationship=00">添加本人</Button>}
        />
      )}
      {members.length > 0 && (
        <a className="add-member" href="#/beforeAdd">
          <Icon name={iconPlus} size={20} />
          添加家人
        </a>
      )}
      <div className="mt4">
        <Notice>每人要有江苏基本医保，并按各自的医保所在地参保。</Notice>
      </div>
      <ElderHelp />
      <RegionPicker
        open={region === null && !loading}
        chosen={null}
        onConfirm={rememberChosenRegion}
        onClose={() => goBack('/index')}
      />
    </Page>
  );
}

/** Neither covered nor held by an order, and all that is needed is known. */
function isFree(member: MemberViewValue): boolean {
  return member.state === 'insurable' && blockingText(member.missing) === null;
}

type MemberProps = {
  member: MemberViewValue;
  checked: boolean;
  /** Null until a plan is chosen. */
  premiumFen: number | null;
  editionYear: number;
  /** Number of the unpaid order that holds this person. */
  waiting: string | null;
  waitingWords: string;
  onChange: (on: boolean) => void;
};

function Member({ member, checked, premiumFen, editionYear, waiting, waitingWords, onChange }: MemberProps) {
  const free = isFree(member);
  const lacking = member.state === 'insurable' ? blockingText(member.missing) : null;
  return (
    <li className="member-block">
      <div className={free ? 'member' : 'member member-off'}>
        <label className="member-choice">
          <input
            className="pick"
            type="checkbox"
            checked={checked}
            disabled={!free}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className="member-main">
            <span className="member-name">
              <b data-pii>{member.name}</b>
              <Tag>{relationshipLabel(member.relationship)}</Tag>
              {member.state === 'insured' && <Tag tone="ok">{editionYear} 已参保</Tag>}
              {member.state === 'waiting-payment' && <Tag tone="warn">有未付款订单</Tag>}
              {lacking && <Tag tone="warn">信息不全</Tag>}
            </span>
            <span className="member-detail num" data-pii>
              <LongNumber>{member.idNumberMasked}</LongNumber>
            </span>
            <span className="member-detail">{member.regionText}</span>
          </span>
          {free && premiumFen !== null && (
            <span className="money">
              <i>¥</i>
              {saidYuan(premiumFen)}
            </span>
          )}
        </label>
        {member.state === 'insurable' && (
          <a
            className="member-edit"
            href={`#/beforeAdd?memberId=${member.memberId}`}
            aria-label={`修改${member.name}的信息`}
          >
            <Icon name={iconPencil} size={20} />
          </a>
        )}
      </div>
      {lacking && (
        <p className="member-waiting">
          <a className="member-pay" href={`#/beforeAdd?memberId=${member.memberId}`}>
            {lacking}，去补
          </a>
        </p>
      )}
      {member.state === 'waiting-payment' && (
        <p className="member-waiting">
          <a className="member-pay" href={payHref(waiting)} aria-label={`${waitingWords}：${member.name}的订单`}>
            {waitingWords}
          </a>
        </p>
      )}
    </li>
  );
}
