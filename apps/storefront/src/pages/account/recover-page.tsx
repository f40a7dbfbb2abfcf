import './phone.css';
import { useCallback, useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useNavigation, useQuery } from '../../context/index.ts';
import { forgetRecovery, type KeptRecovery, keptRecovery } from '../../features/account/kept-recovery.ts';
import { loginRoute } from '../../features/account/login-address.ts';
import { keepIdentityRequest, takeIdentityProof } from '../../features/identity/identity-request.ts';
import {
  Button,
  Card,
  CheckRow,
  EmptyState,
  Icon,
  iconDocument,
  iconPerson,
  iconPhone,
  Notice,
  Page,
  Row,
  toast,
} from '../../ui/index.ts';
import { useWelcome } from '../login/use-welcome.ts';
import { PeopleRequest } from './people-request.tsx';
import { SmsProof } from './sms-proof.tsx';

const ROUTE = '/recoverAccount';

/** #/recoverAccount: an identity login found the account; who proves that it is theirs gets it on the new phone. */
export default function RecoverPage() {
  const way = useQuery().get('way');
  const [recovery] = useState(keptRecovery);
  const [choice, setChoice] = useState(0);
  const { navigate } = useNavigation();
  const welcome = useWelcome('/orders');
  const [complete] = useAction(calls.completeRecovery, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);

  const finish = useCallback(
    async (proofToken: string) => {
      if (!recovery) return;
      const reply = await complete({ recoveryToken: recovery.recoveryToken, account: choice, proofToken });
      if (reply.ok) {
        forgetRecovery();
        toast('新手机号已登记', { kind: 'ok' });
        return welcome(reply.value, { replace: true });
      }
      setProblem(reply.name === 'no-reply' ? '没有连上，请检查网络后再试' : reply.message);
    },
    [recovery, choice, complete, welcome],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the proof of a face check is taken once, when the page shows
  useEffect(() => {
    const proof = takeIdentityProof('recover-account');
    if (proof) void finish(proof);
  }, []);

  if (!recovery) {
    return (
      <Page title="找回账号">
        <EmptyState
          title="请先用身份证登录"
          lead="填姓名、身份证号和现在用的手机号"
          action={
            <Button onPress={() => navigate(`${loginRoute()}?way=identity`, { replace: true })}>用身份证登录</Button>
          }
        />
      </Page>
    );
  }
  if (way === 'manual') return <AskPeople recovery={recovery} account={choice} />;
  return (
    <Page title="找到您的账号了" lead={`再核对一次是不是您本人，就能把 ${recovery.newPhoneMasked} 登记为登录手机号`}>
      {problem && (
        <Notice tone="warn" title="没有办成" alert>
          {problem}
        </Notice>
      )}
      <FoundAccounts recovery={recovery} choice={choice} onChoose={setChoice} />
      <Ways recovery={recovery} account={choice} onProof={(token) => void finish(token)} onProblem={setProblem} />
    </Page>
  );
}

type FoundProps = { recovery: KeptRecovery; choice: number; onChoose: (account: number) => void };

function FoundAccounts({ recovery, choice, onChoose }: FoundProps) {
  const { accounts } = recovery;
  const words = (account: KeptRecovery['accounts'][number]) => (
    <>
      <b>原手机号尾号 {account.phoneTail}</b>
      {account.covers.map((cover) => (
        <span className="found-cover" key={`${cover.editionYear} ${cover.productName}`}>
          {productWords(cover)} · {cover.people} 人
        </span>
      ))}
      {account.covers.length === 0 && <span className="found-cover">现在没有有效的保单</span>}
    </>
  );
  if (accounts.length === 1 && accounts[0]) return <Card>{words(accounts[0])}</Card>;
  return (
    <Card flush>
      {accounts.map((account, index) => (
        <CheckRow
          key={`${account.phoneTail} ${account.covers.map((cover) => cover.editionYear).join()}`}
          type="radio"
          name="account"
          checked={choice === index}
          onChange={() => onChoose(index)}
        >
          {words(account)}
        </CheckRow>
      ))}
    </Card>
  );
}

/** Most products carry their year in their name. */
function productWords({ productName, editionYear }: KeptRecovery['accounts'][number]['covers'][number]): string {
  return productName.includes(String(editionYear)) ? productName : `${productName} ${editionYear} 年`;
}

type WaysProps = {
  recovery: KeptRecovery;
  account: number;
  onProof: (token: string) => void;
  onProblem: (problem: string | null) => void;
};

function Ways({ recovery, account, onProof, onProblem }: WaysProps) {
  const { navigate } = useNavigation();
  const [askCarrier] = useAction(calls.checkCarrier, { quietFailure: true });
  const { check, recoveryToken, accounts } = recovery;
  const byFace = () => {
    if (!check) return;
    keepIdentityRequest({ ...check, purpose: 'recover-account', backTo: ROUTE, manualTo: `${ROUTE}?way=manual` });
    navigate('/faceCheck');
  };
  const byCarrier = async () => {
    if (!check) return;
    onProblem(null);
    const reply = await askCarrier({ subject: check.subject });
    if (reply.ok && reply.value.proofToken) return onProof(reply.value.proofToken);
    if (reply.ok) return onProblem('运营商说新手机号不是用您的身份证办的。请换别的办法');
    onProblem(reply.name === 'no-reply' ? '没有连上，请检查网络后再试' : reply.message);
  };
  return (
    <>
      <h2 className="ways-title">原手机号还能收短信</h2>
      <SmsProof
        key={account}
        asked={{ purpose: 'recover-account', recoveryToken, account }}
        sentTo={`尾号 ${accounts[account]?.phoneTail ?? ''} 的手机`}
        onProof={onProof}
      />
      <h2 className="ways-title">原手机号不用了</h2>
      <Card flush>
        {check?.carrier && (
          <Row
            icon={<Icon name={iconPhone} size={22} />}
            label="请运营商核对"
            note="新手机号是用您的身份证办的，就能马上登记"
            onPress={() => void byCarrier()}
          />
        )}
        {check?.face && (
          <Row
            icon={<Icon name={iconPerson} size={22} />}
            label="刷脸核对"
            note="大约 1 分钟，马上可以登记"
            onPress={byFace}
          />
        )}
        <Row
          icon={<Icon name={iconDocument} size={22} />}
          label="请工作人员办理"
          note="不用刷脸，核对通过 48 小时后生效"
          href={`#${ROUTE}?way=manual`}
        />
      </Card>
    </>
  );
}

function AskPeople({ recovery, account }: { recovery: KeptRecovery; account: number }) {
  const [request, requesting] = useAction(calls.requestPhoneChange, { quietFailure: true });
  const ask = async (statement: string) => {
    const reply = await request({ recoveryToken: recovery.recoveryToken, account, statement });
    if (!reply.ok) return reply.name === 'no-reply' ? noReplyText(reply) : reply.message;
    forgetRecovery();
    return reply.value;
  };
  return <PeopleRequest lead={`把登录手机号换成 ${recovery.newPhoneMasked}`} busy={requesting.busy} ask={ask} />;
}
