import './renew.css';
import '../../ui/form.css';
import '../../ui/controls.css';
import type { Calls, OutputOf } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { saidYuan } from '@huimin/domain/money';
import { relationshipLabel } from '@huimin/domain/order';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { whenPersonLeaves } from '../../channel/person-gone.ts';
import { useElderMode, useNavigation, useOpenFlow, useProduct } from '../../context/index.ts';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { withMembers, withPlan } from '../../features/draft-order/order-draft.ts';
import { EditionChanges } from '../../features/renewal/edition-changes.tsx';
import { differenceText, NOT_AGAIN, type RenewChoices, sumOf } from '../../features/renewal/renew-choices.ts';
import { whyStopped } from '../../features/sale/again-words.ts';
import {
  Bar,
  Button,
  Card,
  CheckRow,
  EmptyState,
  Icon,
  IconTile,
  iconDocument,
  inWords,
  Money,
  Monogram,
  Notice,
  Page,
  Row,
  Sheet,
  Skeleton,
  Tag,
} from '../../ui/index.ts';
import { BarTip } from '../insure/bar-tip.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';

type Offer = OutputOf<Calls['queryOldPolicy']>;
type Person = Offer['people'][number];

/** Kept while the app is open, so that coming back from the next step finds what was chosen. */
const kept = new Map<string, RenewChoices>();
whenPersonLeaves(() => kept.clear());

/** #/renew: everybody insured in earlier years, one choice each, none made beforehand. */
export default function RenewPage() {
  const { editionCode } = useProduct();
  const elder = useElderMode();
  const title = elder ? '接着给谁买' : '以前参保的家人';
  const { value, failure, reload } = useCall(calls.queryOldPolicy, { productId: editionCode }, { quietFailure: true });
  if (!value && failure) return <LoadProblem title={title} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={inWords(title)}>
        <Skeleton lines={[72, 160, 160]} />
      </Page>
    );
  }
  return <Renew offer={value} title={title} />;
}

function Renew({ offer, title }: { offer: Offer; title: string }) {
  const { maxInsuredPerOrder: max, salePauses } = useProduct();
  const canBuy = useOpenFlow() !== null;
  const { navigate } = useNavigation();
  const { change } = useDraft(offer.editionCode);
  const [choices, setChoices] = useState<RenewChoices>(kept.get(offer.editionCode) ?? {});
  const [showsChanges, setShowsChanges] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [take, taking] = useAction(calls.takeFormerPeople, { quietFailure: true });
  const sum = sumOf(offer.people, choices);

  if (offer.people.length === 0) {
    return (
      <Page title={inWords(title)}>
        <EmptyState
          title="没有查到以前的保单"
          lead="用以前的手机号登录，或者换手机号时用身份登录，就能看到以前参保的家人"
          action={canBuy && <Button href="#/beforeAuthUser">直接去参保</Button>}
        />
      </Page>
    );
  }

  const choose = (person: Person, planCode: string) => {
    const after = { ...choices, [person.policyNo]: planCode };
    kept.set(offer.editionCode, after);
    setChoices(after);
    setProblem(null);
  };
  const goOn = async () => {
    const { planCode } = sum;
    if (sum.undecided > 0) return setProblem(`还有 ${sum.undecided} 人没选。每人选一项才能继续`);
    if (sum.isMixed) return setProblem('一笔订单只能买一款。先选同一款的人，付完款再来选其他人');
    if (planCode === null) return setProblem('没有要投保的人，可以直接离开');
    if (sum.chosen.length > max) return setProblem(`一次最多 ${max} 人，其他人先选“不再投保”，付完款再来`);
    const reply = await take({ policyNos: [...sum.chosen] });
    if (!reply.ok) return setProblem(reply.name === 'no-reply' ? '没有连上，请检查网络后再试' : reply.message);
    const memberIds = reply.value.people.map(({ memberId }) => memberId);
    change((before, making) => withPlan(withMembers(before, memberIds, making), planCode, making));
    navigate('/renew-check');
  };

  const tip = problem ?? (sum.undecided > 0 ? `还有 ${sum.undecided} 人没选。每人选一项才能继续` : null);
  return (
    <Page
      title={inWords(title)}
      lead="每个人都由您来选。不选的人不会扣款"
      bar={
        offer.onSale && (
          <Bar
            tip={tip && <BarTip wrong={problem !== null}>{tip}</BarTip>}
            sum={
              <>
                <small>已选 {sum.chosen.length} 人</small>
                <Money fen={sum.totalFen} size="large" />
              </>
            }
          >
            <Button busy={taking.busy} onPress={() => void goOn()}>
              下一步
            </Button>
          </Bar>
        )
      }
    >
      {!offer.onSale && <Notice tone="warn">{whyLater(offer, whyStopped(salePauses))}</Notice>}
      {offer.changes.length > 0 && (
        <Card flush>
          <Row
            icon={
              <IconTile tone="info">
                <Icon name={iconDocument} size={24} />
              </IconTile>
            }
            label={<b>{`${offer.editionYear} 版有 ${offer.changes.length} 处变化`}</b>}
            note="先看清再决定，要重新读条款"
            onPress={() => setShowsChanges(true)}
          />
        </Card>
      )}
      {offer.continuity && (
        <div className="mt3">
          <Notice title="接着参保的人">{offer.continuity}</Notice>
        </div>
      )}
      {offer.people.map((person) => (
        <PersonChoice
          key={person.policyNo}
          person={person}
          editionYear={offer.editionYear}
          isOpen={offer.onSale}
          chosen={choices[person.policyNo]}
          onChoose={(planCode) => choose(person, planCode)}
        />
      ))}
      <div className="mt3">
        <Notice>这是一年期产品，不保证续保。医保所在地、手机号变了，下一步会请您重新核对。</Notice>
      </div>
      <Sheet open={showsChanges} title={`${offer.editionYear} 版和以前比`} onClose={() => setShowsChanges(false)}>
        <EditionChanges changes={offer.changes} formerly="以前" />
      </Sheet>
    </Page>
  );
}

function whyLater({ productName }: Offer, stopped: string | null): string {
  return stopped ? `${stopped}。恢复后再来选。` : `${productName} 现在没有在卖，开售后再来选。`;
}

type ChoiceProps = {
  person: Person;
  editionYear: number;
  isOpen: boolean;
  chosen: string | undefined;
  onChoose: (planCode: string) => void;
};

function PersonChoice({ person, editionYear, isOpen, chosen, onChoose }: ChoiceProps) {
  const isFree = isOpen && person.state === 'insurable';
  const name = `renew-${person.policyNo}`;
  return (
    <fieldset className="card renew-person">
      <legend className="sr-only">
        <span data-pii>{person.name}</span>的选择
      </legend>
      <div className="renew-who">
        <Monogram name={person.name} />
        <div>
          <p className="renew-name">
            <b data-pii>{person.name}</b>
            <Tag>{relationshipLabel(person.relationship)}</Tag>
            {person.state === 'insured' && <Tag tone="ok">{editionYear} 已参保</Tag>}
            {person.state === 'waiting-payment' && <Tag tone="warn">有未付款订单</Tag>}
          </p>
          <p className="note">
            {person.formerYear} {person.formerPlanName}・{person.regionText}
          </p>
        </div>
      </div>
      {isFree &&
        person.choices.map(({ kind, planCode, planName, premiumFen, differenceFen }) => (
          <CheckRow
            key={planCode}
            type="radio"
            name={name}
            value={planCode}
            checked={chosen === planCode}
            onChange={() => onChoose(planCode)}
          >
            <span className="renew-option">
              <span>
                {kind === 'again' ? '续保' : kind === 'upgrade' ? '升级' : `换成${planName}`}
                <small className="note">
                  {editionYear} 版{person.choices.length > 1 ? planName : ''}，保障期一年{differenceText(differenceFen)}
                </small>
              </span>
              <b className="num">{saidYuan(premiumFen)} 元</b>
            </span>
          </CheckRow>
        ))}
      {isFree && (
        <CheckRow
          type="radio"
          name={name}
          value={NOT_AGAIN}
          checked={chosen === NOT_AGAIN}
          onChange={() => onChoose(NOT_AGAIN)}
        >
          不再投保
          {person.coveredUntil && (
            <small className="note renew-until">
              {person.formerYear} 年保障到 {formatDotDate(person.coveredUntil)} 为止
            </small>
          )}
        </CheckRow>
      )}
      {person.state === 'waiting-payment' && (
        <p className="note renew-until">
          <a className="link" href="#/orders?tab=waiting">
            先去付款或取消那笔订单
          </a>
        </p>
      )}
    </fieldset>
  );
}
