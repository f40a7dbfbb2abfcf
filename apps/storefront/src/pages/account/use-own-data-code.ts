import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { type TypedCode, useTypedCode } from '../../features/account/use-typed-code.tsx';

/** A code to the account's phone, which every request about one's own data is proven by. */
export function useOwnDataCode(id: string): TypedCode {
  const [sendCode] = useAction(calls.sendOwnDataCode, { quietFailure: true });
  return useTypedCode({
    ...{ id, label: '验证码', hint: '发到登录的手机号，确认是您本人', phone: 'own' },
    ask: () => sendCode({}),
  });
}
