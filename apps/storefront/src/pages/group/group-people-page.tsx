import '../../ui/form.css';
import '../../ui/controls.css';
import './group.css';
import type { OutputOf } from '@huimin/contract';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useQuery } from '../../context/index.ts';
import {
  Button,
  Card,
  confirmDialog,
  EmptyState,
  FormProblem,
  Page,
  Row,
  Skeleton,
  Tabs,
  toast,
} from '../../ui/index.ts';
import { GroupProblem } from './group-problem.tsx';

const TITLE = '名单里的人';

type Person = OutputOf<typeof import('@huimin/contract').calls.groupPeople>['people'][number];
type Shown = 'all' | 'waiting' | 'declined' | 'insured';

const TABS: readonly { value: Shown; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'waiting', label: '没确认' },
  { value: 'declined', label: '不参加' },
  { value: 'insured', label: '已参保' },
];

/** #/groupPeople: the people of a company's list, masked; who is insured can be taken out before the cover begins. */
export default function GroupPeoplePage() {
  const groupNo = useQuery().get('groupNo') ?? '';
  const group = useCall(calls.queryGroup, { groupNo }, { quietFailure: true, overlay: false });
  const [shown, setShown] = useState<Shown>('all');
  const [round, setRound] = useState(0);
  if (group.failure) return <GroupProblem title={TITLE} failure={group.failure} onReload={group.reload} />;
  return (
    <Page title={TITLE} lead="姓名和证件号只显示一部分">
      <Tabs label="看哪些人" tabs={TABS} value={shown} onChange={setShown} />
      <People
        key={`${shown} ${round}`}
        groupNo={groupNo}
        shown={shown}
        mayRemove={group.value?.can.remove ?? false}
        onChanged={() => setRound(round + 1)}
      />
      <div className="buttons mt6">
        <Button kind="neutral" block href={`#/groupProgress?groupNo=${groupNo}`}>
          回到进度
        </Button>
      </div>
    </Page>
  );
}

type Props = { groupNo: string; shown: Shown; mayRemove: boolean; onChanged: () => void };

function People({ groupNo, shown, mayRemove, onChanged }: Props) {
  const [cursor, setCursor] = useState<string | null>(null);
  const [people, setPeople] = useState<readonly Person[]>([]);
  const page = useCall(
    calls.groupPeople,
    { groupNo, ...(shown === 'all' ? {} : { status: shown }), ...(cursor ? { cursor } : {}) },
    { quietFailure: true, overlay: false },
  );
  const { value, state } = page;
  useEffect(() => {
    if (!value) return;
    const isNew = ({ personNo }: Person) => !value.people.some((one) => one.personNo === personNo);
    setPeople((before) => [...before.filter(isNew), ...value.people]);
  }, [value]);
  return (
    <>
      {people.length === 0 && state === 'loading' && <Skeleton lines={[56, 56, 56, 56]} />}
      {people.length === 0 && state === 'ready' && value?.people.length === 0 && <EmptyState title="这里没有人" />}
      {state === 'failed' && <EmptyState title="没有取到" action={<Button onPress={page.reload}>重新加载</Button>} />}
      {people.length > 0 && <List people={people} groupNo={groupNo} mayRemove={mayRemove} onChanged={onChanged} />}
      {value?.nextCursor && (
        <div className="mt3">
          <Button kind="neutral" block busy={state === 'loading'} onPress={() => setCursor(value.nextCursor)}>
            看后面的人
          </Button>
        </div>
      )}
    </>
  );
}

type ListProps = { people: readonly Person[]; groupNo: string; mayRemove: boolean; onChanged: () => void };

function List({ people, groupNo, mayRemove, onChanged }: ListProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [remove, removing] = useAction(calls.removeGroupPeople, { quietFailure: true });
  const takeOut = async ({ personNo, nameMasked, line }: Person) => {
    const isSure = await confirmDialog({
      title: `${nameMasked}（第 ${line} 行）减员？`,
      body: '保障还没开始，这个人的保单退掉，保费退回单位。退掉后本人可以自己再买',
      confirm: '减员',
      cancel: '先不减',
    });
    if (!isSure) return;
    setProblem(null);
    const reply = await remove({ groupNo, personNos: [personNo] });
    if (!reply.ok) return setProblem(failureText(reply));
    toast('已办理，保费退回单位', { kind: 'ok' });
    onChanged();
  };
  return (
    <>
      <FormProblem problem={problem} />
      <Card flush className="mt3">
        <ul>
          {people.map((person) => (
            <li key={person.personNo}>
              <Row
                label={person.nameMasked}
                note={
                  <span className="num">
                    第 {person.line} 行　{person.idNumberMasked}
                    {person.note && `　${person.note}`}
                  </span>
                }
                value={
                  person.status === 'insured' && mayRemove ? (
                    <Button
                      kind="neutral"
                      small
                      busy={removing.busy}
                      label={`减员，${person.nameMasked}，第 ${person.line} 行`}
                      onPress={() => void takeOut(person)}
                    >
                      减员
                    </Button>
                  ) : (
                    person.statusLabel
                  )
                }
              />
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
