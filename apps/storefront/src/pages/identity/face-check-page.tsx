import '../../ui/form.css';
import './face-check.css';
import type { FaceWayValue, IdentityPurposeValue } from '@huimin/contract';
import { useEffect, useState } from 'react';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useQuery } from '../../context/index.ts';
import { type IdentityRequest, isRoute, keptIdentityRequest } from '../../features/identity/identity-request.ts';
import { isPurpose } from '../../features/identity/purpose-words.ts';
import { useIdentityRequest } from '../../features/identity/use-identity-request.ts';
import { Button, EmptyState, ErrorState, inWords, Page, Skeleton } from '../../ui/index.ts';
import { WayHome } from '../pay/load-problem.tsx';
import { ChooseWay } from './choose-way.tsx';
import { FaceResult } from './face-result.tsx';
import { WhoForm } from './who-form.tsx';

const TITLE = '核对是不是您本人';

/**
 * #/faceCheck: proves who somebody is before a step that needs it. A page either keeps a request (features/identity) and
 * comes here, or names `purpose` and `back` in the address; then the account's own person is checked, or whoever says who
 * they are. With `checkId` the browser comes back from the provider's page.
 */
export default function FaceCheckPage() {
  const query = useQuery();
  const checkId = query.get('checkId');
  const way = query.get('way');
  const wanted = query.get('purpose');
  // A page that names what it wants in the address asks anew, whatever was left unfinished before.
  const [request, setRequest] = useState(() => (isPurpose(wanted) ? null : keptIdentityRequest()));
  if (checkId && (way === 'wbface' || way === 'detect-auth')) {
    return <FaceResult key={checkId} checkId={checkId} way={way satisfies FaceWayValue} />;
  }
  if (isPurpose(wanted) && request === null) {
    return <Prepare purpose={wanted} backTo={backToOf(query)} onReady={setRequest} />;
  }
  if (request === null) return <NothingAsked />;
  return <ChooseWay request={request} onChange={setRequest} />;
}

function backToOf(query: URLSearchParams): string {
  const back = query.get('back');
  return isRoute(back) ? back : '/myAccount';
}

type PrepareProps = {
  purpose: IdentityPurposeValue;
  backTo: string;
  onReady: (request: IdentityRequest) => void;
};

/** Asks for the seal: of the account's own person, else of whoever the form names. */
function Prepare({ purpose, backTo, onReady }: PrepareProps) {
  const manual = useQuery().get('manual');
  const manualTo = isRoute(manual) ? manual : null;
  const [ask, asking] = useIdentityRequest();
  const [form, setForm] = useState<{ said: string | null } | null>(
    purpose === 'recover-account' ? { said: null } : null,
  );
  const [problem, setProblem] = useState<NetworkFailure | 'busy' | null>(null);

  const send = async (person: { name: string; idNumber: string } | null) => {
    setProblem(null);
    const reply = await ask({ purpose, person, backTo, manualTo });
    if (reply.ok) onReady(reply.request);
    else if (reply.unsent) setProblem(reply.unsent);
    else if (reply.name === 'bad-input' || person !== null) setForm({ said: reply.message });
    else if (reply.name !== 'not-logged-in') setProblem('busy');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (form === null) void send(null);
  }, []);

  if (form !== null) {
    return (
      <WhoForm
        purpose={purpose}
        backTo={backTo}
        manualTo={manualTo}
        said={form.said}
        isBusy={asking.busy}
        unsent={problem instanceof NetworkFailure ? problem : null}
        onSend={(person) => void send(person)}
      />
    );
  }
  return (
    <Page title={inWords(TITLE)}>
      {problem ? (
        <>
          <ErrorState
            kind={problem === 'busy' ? problem : problem.reason}
            lead="还没有开始核对"
            onReload={() => void send(null)}
          />
          <WayHome />
        </>
      ) : (
        <Skeleton lines={[64, 64, 64]} />
      )}
    </Page>
  );
}

function NothingAsked() {
  return (
    <Page title={inWords(TITLE)}>
      <EmptyState
        title="现在没有要核对的事"
        lead="核对可能已经完成或者过期。请回到要办的事，从那里重新开始"
        action={<Button href="#/myAccount">回个人中心</Button>}
      />
    </Page>
  );
}
