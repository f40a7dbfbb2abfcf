import '../../ui/controls.css';
import '../insure/insure.css';
import './family.css';
import type { FamilyValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { saidYuan } from '@huimin/domain/money';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useNavigation, useOpenFlow, useProduct } from '../../context/index.ts';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { withMembers } from '../../features/draft-order/order-draft.ts';
import { type FamilyPerson, isCovered, isUncovered } from '../../features/family/cover-words.ts';
import { blockingText } from '../../features/insured/missing-words.ts';
import { lowestPremium } from '../../features/sale/sale-words.ts';
import {
  Bar,
  Button,
  Card,
  EmptyState,
  Icon,
  iconPhone,
  iconPlus,
  Money,
  Page,
  Section,
  Skeleton,
  telHref,
} from '../../ui/index.ts';
import { RemovedNotice } from '../insure/removed-notice.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { HistorySheet } from './history-sheet.tsx';
import { PersonCard } from './person-card.tsx';

/** #/home-list: everybody the account keeps, each year's cover, papers, and buying for those without. */
export default function FamilyPage() {
  const elder = useElderMode();
  const family = useCall(calls.queryFamilyPolicies, {}, { quietFailure: true });
  const title = elder ? '我的家人' : '我的家庭';
  if (family.state === 'failed') return <LoadProblem title={title} failure={family.failure} onReload={family.reload} />;
  if (family.value === null) {
    return (
      <Page title={title}>
        <Card>
          <Skeleton lines={[56]} />
        </Card>
        {[0, 1].map((key) => (
          <Card key={key}>
            <Skeleton lines={[44, 72, 44]} />
          </Card>
        ))}
      </Page>
    );
  }
  return <Family title={title} family={family.value} reload={family.reload} />;
}

function Family({ title, family, reload }: { title: string; family: FamilyValue; reload: () => void }) {
  const product = useProduct();
  const elder = useElderMode();
  const { navigate } = useNavigation();
  const flow = useOpenFlow();
  const onSale = flow !== null;
  const words = useCall(calls.policyStatusMap, {}, { overlay: false, quietFailure: true });
  const { change } = useDraft(product.editionCode);
  const [history, setHistory] = useState<FamilyPerson | null>(null);

  const year = product.editionYear;
  const { people } = family;
  const covered = people.filter((person) => isCovered(person, year));
  const open = people.filter((person) => !isCovered(person, year));
  const ready = open.filter((person) => isUncovered(person, year) && blockingText(person.member.missing) === null);
  const [only] = ready.length === 1 ? ready : [];

  /** Takes the person along to choosing; nobody is chosen who was not pressed for. */
  const buyFor = (person: FamilyPerson) => {
    const { memberId } = person.member;
    change((draft, making) => {
      const others = draft.memberIds.filter((id) => id !== memberId);
      const room = others.length < product.maxInsuredPerOrder;
      return withMembers(draft, room ? [...others, memberId] : [memberId], making);
    });
    navigate('/beforeAuthUser');
  };

  const cards = (group: readonly FamilyPerson[]) =>
    group.map((person) => (
      <PersonCard
        key={person.member.memberId}
        person={person}
        year={year}
        words={words.value}
        onBuy={onSale && isUncovered(person, year) ? () => buyFor(person) : null}
        onHistory={() => setHistory(person)}
      />
    ));

  return (
    <Page
      className="insure-page"
      title={title}
      lead={people.length > 0 && leadText(people.length, covered.length, year, elder)}
      bar={
        onSale &&
        ready.length > 0 && (
          <BuyBar
            only={only ?? null}
            premium={lowestPremium(product.plans)}
            elder={elder}
            onBuy={() => (only ? buyFor(only) : navigate('/beforeAuthUser'))}
          />
        )
      }
    >
      <RemovedNotice onRestored={reload} />
      {people.length === 0 && (
        <EmptyState
          title="还没有添加家人"
          lead="先添加您本人，再添加家人。谁有保障、谁还没有，都会列在这里"
          action={<Button href="#/beforeAdd?relationship=00&for=family">添加本人</Button>}
        />
      )}
      {people.length > 0 && !elder && (
        <Summary
          covered={covered.length}
          open={open}
          all={people.length}
          year={year}
          until={flow === 'normal' ? product.insureEnd : null}
        />
      )}
      {elder ? (
        <div className="family-group">{cards([...open, ...covered])}</div>
      ) : (
        <>
          {open.length > 0 && (
            <Section className="family-group" title={<Counted text={`还没有 ${year} 年保障`} count={open.length} />}>
              {cards(open)}
            </Section>
          )}
          {covered.length > 0 && (
            <Section className="family-group" title={<Counted text={`已有 ${year} 年保障`} count={covered.length} />}>
              {cards(covered)}
            </Section>
          )}
        </>
      )}
      {people.length > 0 && (
        <a className="add-member" href="#/beforeAdd?for=family">
          <Icon name={iconPlus} size={elder ? 26 : 22} />
          添加家人
        </a>
      )}
      {elder ? (
        <Card className="mt4">
          <p>不会弄，可以打电话问</p>
          <a className="button button-neutral button-block mt3" href={telHref(product.tel)}>
            <Icon name={iconPhone} size={26} />
            {product.tel}
          </a>
        </Card>
      ) : (
        <p className="note mt4">
          家里人替您买的保单不在这里，可以到<a href="#/order_search">保单查询</a>里查。
        </p>
      )}
      <HistorySheet person={history} words={words.value} onClose={() => setHistory(null)} />
    </Page>
  );
}

function leadText(all: number, covered: number, year: number, elder: boolean): string {
  if (elder) return `${all > 1 ? '一家 ' : ''}${all} 人，${year} 年 ${covered} 人有保障`;
  return all > 1 ? `一家 ${all} 人的保障都在这里` : '保障都在这里';
}

function Counted({ text, count }: { text: string; count: number }) {
  return (
    <>
      {text}
      <small className="family-count">{count} 人</small>
    </>
  );
}

type SummaryProps = {
  covered: number;
  open: readonly FamilyPerson[];
  all: number;
  year: number;
  /** Last day on which can be bought; null when it cannot. */
  until: string | null;
};

const RING = 2 * Math.PI * 23;

function Summary({ covered, open, all, year, until }: SummaryProps) {
  const names = open.map((person) => person.member.name);
  const who = names.length > 2 ? `${names.length} 人` : names.join('、');
  const more = until ? `，${lastDay(until)}前都可以买` : '';
  return (
    <section className="card family-sum" aria-label={`${year} 年保障`}>
      <svg width="56" height="56" viewBox="0 0 56 56" role="img" aria-label={`${all} 人中 ${covered} 人有保障`}>
        <circle className="ring-all" cx="28" cy="28" r="23" />
        <circle
          className="ring-part"
          cx="28"
          cy="28"
          r="23"
          strokeDasharray={`${(RING * covered) / all} ${RING}`}
          transform="rotate(-90 28 28)"
        />
        <text x="28" y="34" textAnchor="middle">
          {covered}/{all}
        </text>
      </svg>
      <div>
        <b>{covered === 0 ? `${year} 年，还没有人参保` : `${year} 年，${covered} 人已参保`}</b>
        <p className="small muted">{open.length === 0 ? '全家都有保障' : `${who}还没有${more}`}</p>
      </div>
    </section>
  );
}

/** 12 月 31 日. */
function lastDay(date: string): string {
  const [, month, day] = formatDotDate(date).split('.');
  return `${Number(month)} 月 ${Number(day)} 日`;
}

type BuyBarProps = {
  only: FamilyPerson | null;
  premium: ReturnType<typeof lowestPremium>;
  elder: boolean;
  onBuy: () => void;
};

function BuyBar({ only, premium, elder, onBuy }: BuyBarProps) {
  const price = `${saidYuan(premium.premiumFen)} 元${premium.from ? '起' : ''}`;
  const sum = only && !elder && (
    <>
      <small>1 人 × {price}</small>
      <Money fen={premium.premiumFen} size="large" />
    </>
  );
  const text = elder ? `替${only?.member.name}买（${price}）` : `为${only?.member.name}参保`;
  return (
    <Bar sum={sum}>
      <Button onPress={onBuy}>{only ? text : elder ? '给家人买' : '去投保'}</Button>
    </Bar>
  );
}
