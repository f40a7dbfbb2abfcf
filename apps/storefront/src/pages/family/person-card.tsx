import type { FamilyPolicyValue } from '@huimin/contract';
import { relationshipLabel, SELF } from '@huimin/domain/order';
import { useChannel, useElderMode } from '../../context/index.ts';
import {
  type CoverWord,
  coverWord,
  type FamilyPerson,
  policyOnCard,
  YEARS_ON_CARD,
} from '../../features/family/cover-words.ts';
import { blockingText, missingText } from '../../features/insured/missing-words.ts';
import { ViewPaper } from '../../features/policies/paper-buttons.tsx';
import {
  Button,
  Icon,
  iconCheckCircle,
  iconClock,
  iconPencil,
  iconUncovered,
  iconWarning,
  LongNumber,
  Monogram,
  Tag,
} from '../../ui/index.ts';

export type StatusWords = Readonly<Record<string, { readonly label: string; readonly tone: string }>> | null;

type Props = {
  person: FamilyPerson;
  /** The year whose edition is on show. */
  year: number;
  words: StatusWords;
  /** Buys for this person; null when there is nothing to buy. */
  onBuy: (() => void) | null;
  onHistory: () => void;
};

const CHILD = '03';
const ICONS = { ok: iconCheckCircle, warn: iconClock, no: iconUncovered };

/** One person: each year's cover, what is missing, and what can be done. */
export function PersonCard({ person, year, words, onBuy, onHistory }: Props) {
  const elder = useElderMode();
  const { member } = person;
  const editHref = `#/beforeAdd?memberId=${member.memberId}&for=family`;
  const years = person.cover.slice(0, YEARS_ON_CARD).map((cover) => ({
    year: cover.editionYear,
    word: coverWord(cover, words, elder),
  }));
  const policy = policyOnCard(person, year);
  const state = person.cover.find((cover) => cover.editionYear === year)?.state;
  const relation =
    elder && member.relationship === SELF
      ? '我自己'
      : (member.relationshipNote ?? relationshipLabel(member.relationship));
  const missing = missingText(member.missing);
  return (
    <article className="card" aria-label={member.name}>
      <div className="family-head">
        {!elder && <Monogram name={member.name} />}
        <div className="family-who">
          <p className="family-name">
            <b>{member.name}</b>
            {elder ? <span className="muted">{relation}</span> : <Tag>{relation}</Tag>}
          </p>
          <p className="note num">
            <LongNumber>{member.idNumberMasked}</LongNumber>
          </p>
        </div>
        <a className="member-edit" href={editHref} aria-label={`修改${member.name}的信息`}>
          <Icon name={iconPencil} size={elder ? 26 : 22} />
        </a>
      </div>
      <dl className={elder ? 'family-years' : 'family-facts'}>
        {years.map(({ year: one, word }) => (
          <div key={one}>
            <dt>{one} 年</dt>
            <dd className={`held held-${word.look}`}>
              <CoverIcon look={word.look} size={elder ? 26 : 18} />
              {word.text}
            </dd>
          </div>
        ))}
      </dl>
      {missing && (
        <a className="family-missing" href={editHref}>
          <Icon name={iconWarning} size={20} />
          <span>{missing}，补上就能买</span>
          <u>去补</u>
        </a>
      )}
      {state === 'elsewhere' && <p className="note mt3">由其他人投保，保单可以请投保人给您看。</p>}
      {state === 'issuing' && (
        <p className="note mt3">
          {elder ? '钱已收到，保单正在办，一般几分钟就好。' : '已付款，保单正在生成，一般几分钟就好。'}
        </p>
      )}
      <div className="family-buttons">
        {onBuy && blockingText(member.missing) === null && (
          <Button kind="secondary" small label={elder ? undefined : `去投保，${member.name}`} onPress={onBuy}>
            {elder ? `替${member.name}买` : '去投保'}
          </Button>
        )}
        {state === 'waiting-payment' && (
          <Button kind="secondary" small href="#/orders?tab=waiting" label={`去付款，${member.name}的订单`}>
            去付款
          </Button>
        )}
        {policy && <Papers policy={policy} name={member.name} elder={elder} />}
        {isOwnClaim(member) && (
          <Button kind="neutral" small href={`#/claims?person=${member.memberId}`} label={`理赔，${member.name}`}>
            理赔
          </Button>
        )}
        {person.history.length > 0 && (
          <Button kind="neutral" small label={`参保记录，${member.name}`} onPress={onHistory}>
            参保记录
          </Button>
        )}
      </div>
    </article>
  );
}

/** Claims are for oneself and for minor children only. */
function isOwnClaim({ relationship, adult }: FamilyPerson['member']): boolean {
  return relationship === SELF || (relationship === CHILD && !adult);
}

function CoverIcon({ look, size }: { look: CoverWord['look']; size: number }) {
  return <Icon name={ICONS[look]} size={size} />;
}

function Papers({ policy, name, elder }: { policy: FamilyPolicyValue; name: string; elder: boolean }) {
  const channel = useChannel();
  return (
    <>
      {policy.policyNo && (
        <ViewPaper
          paper={{ orderNo: policy.orderNo, paper: 'policy', policyNo: policy.policyNo }}
          channelKind={channel.kind}
          small
          whose={`${name}的 ${policy.editionYear} 年保单`}
          text="看保单"
        />
      )}
      {!elder && (
        <Button
          kind="neutral"
          small
          href={`#/voucher?orderNo=${encodeURIComponent(policy.orderNo)}`}
          label={`缴费凭证，${name}`}
        >
          缴费凭证
        </Button>
      )}
    </>
  );
}
