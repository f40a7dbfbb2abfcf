import './login-page.css';
import { useQuery } from '../../context/index.ts';
import { AlipayArrival } from './alipay-arrival.tsx';
import { IdentityLogin } from './identity-login.tsx';
import { PartnerLogin } from './partner-login.tsx';
import { type LoginKind, PhoneLogin } from './phone-login.tsx';

const KINDS: Readonly<Record<string, LoginKind>> = { history: 'history', settle: 'settle' };

/** The ways to log in; which one stands in the address, so that back and reload keep it. */
export default function LoginPage() {
  const query = useQuery();
  const [authCode, state] = [query.get('authCode'), query.get('state')];
  if (authCode && state) return <AlipayArrival authCode={authCode} state={state} />;
  const token = query.get('partnerToken');
  if (token) return <PartnerLogin token={token} />;
  if (query.get('way') === 'identity') return <IdentityLogin />;
  return <PhoneLogin kind={KINDS[query.get('for') ?? ''] ?? 'normal'} key={query.get('for')} />;
}
