import { useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { Notice, Page, Skeleton } from '../../ui/index.ts';
import { PhoneLogin } from './phone-login.tsx';
import { useWelcome } from './use-welcome.ts';

type Outcome = { readonly kind: 'asking' | 'unbound' } | { readonly kind: 'failed'; readonly message: string };

/** Back from Alipay's page: logged in, or the phone is asked for once, which then belongs to this Alipay user. */
export function AlipayArrival({ authCode, state }: { authCode: string; state: string }) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'asking' });
  const [redeem] = useAction(calls.alipayLogin, { quietFailure: true });
  const welcome = useWelcome();
  const latest = useRef({ redeem, welcome });
  latest.current = { redeem, welcome };
  useEffect(() => {
    void latest.current.redeem({ authCode, state }).then((reply) => {
      if (reply.ok && reply.value.account) latest.current.welcome(reply.value.account, { replace: true });
      else if (reply.ok) setOutcome({ kind: 'unbound' });
      else
        setOutcome({ kind: 'failed', message: reply.name === 'no-reply' ? '没有连上，请用手机号登录' : reply.message });
    });
  }, [authCode, state]);
  switch (outcome.kind) {
    case 'asking':
      return (
        <Page title="支付宝登录" lead="正在确认，请稍候">
          <Skeleton lines={[56, 56]} />
        </Page>
      );
    case 'unbound':
      return (
        <PhoneLogin
          kind="normal"
          binding
          notice={<Notice title="第一次用支付宝登录">请验证手机号。登录后会绑定，下次可以用支付宝直接登录。</Notice>}
        />
      );
    case 'failed':
      return (
        <PhoneLogin
          kind="normal"
          notice={
            <Notice tone="warn" title="支付宝没有登录成功">
              {outcome.message}
            </Notice>
          }
        />
      );
  }
}
