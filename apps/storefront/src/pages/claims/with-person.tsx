import './claims.css';
import type { ClaimPersonValue } from '@huimin/contract';
import { type ReactNode, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import { keepReturnAddress, useNavigation, useQuery } from '../../context/index.ts';
import { loginRoute } from '../../features/account/login-address.ts';
import { Button, Card, EmptyState, LongNumber, Monogram, Page, Row, Sheet, Skeleton } from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { SayWho } from './say-who.tsx';

type Props = {
  title: string;
  lead: string;
  /** The screen, without `#`; the person stands in its query. */
  path: string;
  /** `others`: opens the list of people; null where there is one only. */
  children: (person: ClaimPersonValue, others: (() => void) | null) => ReactNode;
};

const ME = 'me';

/** Finds out whose claims are looked at: asks to log in, to say who one is, or lets choose. */
export function WithPerson({ title, lead, path, children }: Props) {
  const query = useQuery();
  const { navigate } = useNavigation();
  const [choosing, setChoosing] = useState(false);
  const known = useCall(calls.queryClaimPeople, {}, { quietFailure: true });
  const go = (personKey: string) => {
    setChoosing(false);
    navigate(`${path}?person=${personKey}`, { replace: true });
  };
  if (known.failure && !known.value) {
    if ('name' in known.failure && known.failure.name === 'not-logged-in') return <LogInFirst title={title} />;
    return <LoadProblem title={title} failure={known.failure} onReload={known.reload} />;
  }
  if (!known.value) {
    return (
      <Page title={title} lead={lead}>
        <Card>
          <Skeleton lines={[44]} />
        </Card>
        <Card>
          <Skeleton lines={[26, 20, 36, 12, 112]} />
        </Card>
      </Page>
    );
  }
  const { people, maySay } = known.value;
  const asked = query.get('person');
  const person = people.find(({ personKey }) => personKey === asked) ?? people[0];
  if (!person || (maySay && asked === ME)) {
    const onSaid = (said: ClaimPersonValue) => {
      known.reload();
      go(said.personKey);
    };
    return <SayWho title={title} onSaid={onSaid} />;
  }
  const isChoice = people.length > 1 || maySay;
  return (
    <>
      {children(person, isChoice ? () => setChoosing(true) : null)}
      <Sheet open={choosing} title="看谁的" onClose={() => setChoosing(false)}>
        {people.map((one) => (
          <Row
            key={one.personKey}
            icon={<Monogram name={one.name} />}
            label={one.name}
            note={
              <span className="num">
                <LongNumber>{one.idNumberMasked}</LongNumber>
              </span>
            }
            value={one.personKey === person.personKey ? '正在看' : null}
            onPress={() => go(one.personKey)}
          />
        ))}
        {maySay && <Row label="看我本人的" note="要填姓名和证件号码" onPress={() => go(ME)} />}
        <p className="note mt3">理赔只给本人看，未满 18 周岁的孩子由父母看。</p>
      </Sheet>
    </>
  );
}

/** Claims alone can be looked at by a login of their own, which ends soon. */
function LogInFirst({ title }: { title: string }) {
  const { navigate } = useNavigation();
  const logIn = (to: string) => {
    keepReturnAddress(browserStorage('sessionStorage'), window.location.hash);
    navigate(to);
  };
  return (
    <Page title={title}>
      <EmptyState
        art={<PaperArt />}
        title="登录后才能看"
        lead="用报案或参保时留的本人手机号登录"
        action={
          <>
            <Button block onPress={() => logIn('/user_login?for=settle')}>
              只查理赔，2 小时后自动退出
            </Button>
            <div className="mt3">
              <Button kind="neutral" block onPress={() => logIn(loginRoute())}>
                登录我的账号
              </Button>
            </div>
          </>
        }
      />
    </Page>
  );
}

/** Whose claims these are. */
export function PersonCard({ person, action }: { person: ClaimPersonValue; action?: ReactNode }) {
  return (
    <section className="card claim-person" aria-label="看谁的">
      <Monogram name={person.name} />
      <div className="claim-person-main">
        <b>{person.name}</b>
        <p className="note num">
          <LongNumber>{person.idNumberMasked}</LongNumber>
        </p>
      </div>
      {action}
    </section>
  );
}
