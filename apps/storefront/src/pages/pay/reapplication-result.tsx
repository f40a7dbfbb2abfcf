import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { Notice } from '../../ui/index.ts';

const ASK_EVERY_MS = 3_000;

/** What became of the contract that was asked for with a payment; nothing when none was. */
export function ReapplicationResult({ orderNo }: { orderNo: string }) {
  const withholdings = useCall(calls.queryWithholdings, { orderNo }, { quietFailure: true, overlay: false });
  const { value } = withholdings;
  const contract = value?.contracts[0];
  const isOpen = contract?.status === 'SIGNING';
  useLookAgain(withholdings, { when: isOpen, everyMs: ASK_EVERY_MS });

  if (!contract || contract.closing || contract.status.startsWith('ENDED')) return null;
  const link = (
    <a className="inline-link" href="#/withhold">
      自动扣费管理
    </a>
  );
  return (
    <div className="mt3" aria-live="polite">
      {isOpen ? (
        <Notice title="自动重新投保正在开通">结果稍后在{link}里看。</Notice>
      ) : contract.standing ? (
        <Notice tone="ok" title="已开通自动重新投保">
          价格或保障变了，会先问您。随时可以在{link}里关闭。
        </Notice>
      ) : (
        <Notice tone="warn" title="自动重新投保没有开通">
          不影响这次参保，明年也不会扣费。想开通，可以到{link}。
        </Notice>
      )}
    </div>
  );
}
