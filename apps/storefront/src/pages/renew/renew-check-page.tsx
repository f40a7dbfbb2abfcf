import './renew.css';
import '../../ui/form.css';
import '../../ui/controls.css';
import type { MemberViewValue } from '@huimin/contract';
import { relationshipLabel } from '@huimin/domain/order';
import { medicalTypeOf } from '@huimin/domain/person';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { whenPersonLeaves } from '../../channel/person-gone.ts';
import { useElderMode, useNavigation, useProduct } from '../../context/index.ts';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { type CheckAnswer, dataOf, isChecked } from '../../features/renewal/renew-choices.ts';
import { Bar, Button, Card, inWords, KeyValues, Notice, Page, RadioChips, Section, Skeleton } from '../../ui/index.ts';
import { BarTip } from '../insure/bar-tip.tsx';
import { LoadProblem } from '../insure/load-problem.tsx';

const MISSING = {
  phone: '手机号',
  'guardian-consent': '监护人同意',
  'relationship-note': '是什么关系',
  region: '医保所在地',
} as const;

/** Kept while the app is open: putting something right happens on another page. */
const answers = new Map<string, CheckAnswer>();
whenPersonLeaves(() => answers.clear());

/** #/renew-check: what may have changed since last year, asked again about everybody chosen; then the purchase goes on. */
export default function RenewCheckPage() {
  const product = useProduct();
  const elder = useElderMode();
  const { navigate } = useNavigation();
  const { draft } = useDraft(product.editionCode);
  const family = useCall(calls.queryFamily, { productId: product.editionCode }, { quietFailure: true });
  const [, setAnswered] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const nobody = draft.memberIds.length === 0;
  useEffect(() => {
    if (nobody) navigate('/renew', { replace: true });
  }, [nobody, navigate]);

  const title = elder ? '信息变了吗' : '核对家人信息';
  if (family.state === 'failed') return <LoadProblem title={title} failure={family.failure} onReload={family.reload} />;
  const members = family.value?.filter(({ memberId }) => draft.memberIds.includes(memberId));
  if (nobody || !members) {
    return (
      <Page title={inWords(title)}>
        <Skeleton lines={[160, 160]} />
      </Page>
    );
  }
  const open = members.filter((member) => !isChecked(member, answers.get(member.memberId)));
  const goOn = () => {
    if (open.length === 0) return navigate('/beforeConfirm');
    setProblem(`还要核对${open.map(({ name }) => name).join('、')}的信息`);
  };
  return (
    <Page
      title={inWords(title)}
      lead="医保所在地、手机号、证件变了，要先改好"
      bar={
        <Bar
          tip={open.length > 0 && <BarTip wrong={problem !== null}>{problem ?? `还有 ${open.length} 人没核对`}</BarTip>}
        >
          <Button onPress={goOn}>下一步</Button>
        </Bar>
      }
    >
      {members.map((member) => (
        <Person
          key={member.memberId}
          member={member}
          given={answers.get(member.memberId)}
          onAnswer={(answer) => {
            answers.set(member.memberId, { answer, seen: dataOf(member) });
            setProblem(null);
            setAnswered((count) => count + 1);
          }}
        />
      ))}
    </Page>
  );
}

type PersonProps = {
  member: MemberViewValue;
  given: CheckAnswer | undefined;
  onAnswer: (answer: CheckAnswer['answer']) => void;
};

function Person({ member, given, onAnswer }: PersonProps) {
  const missing = member.missing.map((what) => MISSING[what]);
  const isDone = isChecked(member, given);
  const isStale = given?.answer === 'same' && given.seen !== dataOf(member);
  const edit = (
    <Button kind="neutral" small href={`#/beforeAdd?memberId=${member.memberId}`}>
      {missing.length > 0 ? '去补上' : '去修改'}
    </Button>
  );
  return (
    <Section title={<span data-pii>{member.name}</span>}>
      <Card>
        <KeyValues
          items={[
            { label: '与您的关系', value: member.relationshipNote ?? relationshipLabel(member.relationship) },
            { label: '证件', value: member.idNumberMasked, num: true, pii: true },
            { label: '医保所在地', value: member.regionText },
            { label: '医保类型', value: medicalTypeOf(member.medicalType)?.label ?? null },
            { label: '手机号', value: member.phoneMasked ?? '没有填', num: true, pii: true },
          ]}
        />
        {missing.length > 0 ? (
          <div className="mt3">
            <Notice tone="warn">还缺：{missing.join('、')}。补上才能投保。</Notice>
            <div className="mt3">{edit}</div>
          </div>
        ) : (
          <div className="mt3">
            <RadioChips
              name={`check-${member.memberId}`}
              legend={
                <>
                  <span data-pii>{member.name}</span>的信息
                </>
              }
              columns={2}
              options={[
                { value: 'same', label: '没有变' },
                { value: 'changed', label: '变了' },
              ]}
              value={isStale ? null : (given?.answer ?? null)}
              onChange={(value) => onAnswer(value === 'same' ? 'same' : 'changed')}
            />
            {given?.answer === 'changed' && !isDone && <div className="mt3">{edit}</div>}
            {given?.answer === 'changed' && isDone && <Notice tone="ok">已经按新的信息投保。</Notice>}
          </div>
        )}
      </Card>
    </Section>
  );
}
