import type { CallFailure } from '../../api/client.ts';
import { failureLead } from '../../api/failure-lead.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { Button, EmptyState, ErrorState, Page } from '../../ui/index.ts';
import { WayHome } from '../pay/load-problem.tsx';

type Props = { title: string; failure: CallFailure | NetworkFailure; onReload: () => void };

/** The list of people could not be had: no network, a busy server, or a login that has ended. */
export function LoadProblem({ title, failure, onReload }: Props) {
  return (
    <Page title={title}>
      {failure instanceof NetworkFailure ? (
        <ErrorState
          kind={failure.reason}
          lead={failure.reason === 'busy' ? '您填的内容还在' : undefined}
          onReload={onReload}
        />
      ) : failure.name === 'not-logged-in' ? (
        <EmptyState
          title="登录后才能继续"
          lead="您选好的内容还在，登录后接着办"
          action={<Button onPress={onReload}>去登录</Button>}
        />
      ) : (
        <ErrorState kind="busy" lead={failureLead(failure) ?? '您填的内容还在'} onReload={onReload} />
      )}
      <WayHome />
    </Page>
  );
}
