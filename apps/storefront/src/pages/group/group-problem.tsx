import type { CallFailure } from '../../api/client.ts';
import type { NetworkFailure } from '../../api/network-failure.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

type Props = { title: string; failure: CallFailure | NetworkFailure; onReload: () => void };

/** A company's screen whose data did not come; only its contact person sees it. */
export function GroupProblem(props: Props) {
  return (
    <LoadProblem
      {...props}
      logInWith="用单位联系人的手机号登录"
      missing={
        <EmptyState
          title="没有找到这个单位"
          lead="请核对登录的手机号，要用单位联系人的"
          action={<Button href="#/groupProgress">看我提交的单位</Button>}
        />
      }
    />
  );
}
