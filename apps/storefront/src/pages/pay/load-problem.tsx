import type { ReactNode } from 'react';
import type { CallFailure } from '../../api/client.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import { keepReturnAddress, useNavigation } from '../../context/index.ts';
import { loginRoute } from '../../features/account/login-address.ts';
import { Button, EmptyState, ErrorState, Page } from '../../ui/index.ts';
import { OrderMissing } from './order-missing.tsx';

type Props = {
  title: string;
  failure: CallFailure | NetworkFailure;
  onReload: () => void;
  /** What is said where nothing has this number; without it, that no order has. */
  missing?: ReactNode;
  /** With which phone to log in. */
  logInWith?: string;
};

/** Whoever came by a link has no screen to go back to. */
export function WayHome() {
  return (
    <p className="center">
      <a className="link" href="#/index">
        回首页
      </a>
    </p>
  );
}

/** Where a payment may have happened while nothing answered. */
export const PAID_CAUTION = '如果刚付过款，先去订单里看结果，不要重复付';

/** Codes that stay as long as the order is as it is: loading again would say the same. */
const STANDING = ['order-state', 'switched-off'];

/** A screen whose data did not come: no network, a busy server, not logged in, or nothing of this number. */
export function LoadProblem({ title, failure, onReload, missing, logInWith = '用参保时留的手机号登录' }: Props) {
  if (failure instanceof NetworkFailure) {
    return (
      <Page title={title}>
        <ErrorState
          kind={failure.reason}
          lead={failure.reason === 'slow' ? PAID_CAUTION : undefined}
          onReload={onReload}
        />
        <WayHome />
      </Page>
    );
  }
  if (failure.name === 'not-found' || failure.name === 'bad-input') {
    return missing ? <Page title={title}>{missing}</Page> : <OrderMissing title={title} />;
  }
  return (
    <Page title={title}>
      {failure.name === 'not-logged-in' ? (
        <EmptyState title="登录后才能看" lead={logInWith} action={<LogInButton />} />
      ) : STANDING.includes(failure.name ?? '') ? (
        <EmptyState title={failure.message} action={<Button href="#/orders">查看我的订单</Button>} />
      ) : (
        <EmptyState title={failure.message} action={<Button onPress={onReload}>重新加载</Button>} />
      )}
      <WayHome />
    </Page>
  );
}

/** Who comes back from the cashier may have been logged out meanwhile: the payment is not lost by that. */
export function LogInForResult() {
  return (
    <Page title="付款结果">
      <EmptyState
        title="登录后看付款结果"
        lead={
          <>
            用下单的手机号登录
            <br />
            付过的钱不会丢，先不要重复付
          </>
        }
        action={<LogInButton />}
      />
    </Page>
  );
}

/** To the login and back to this screen. */
export function LogInButton({ block, kind }: { block?: boolean; kind?: 'neutral' }) {
  const { navigate } = useNavigation();
  const logIn = () => {
    keepReturnAddress(browserStorage('sessionStorage'), window.location.hash);
    navigate(loginRoute());
  };
  return (
    <Button block={block} kind={kind} onPress={logIn}>
      去登录
    </Button>
  );
}
