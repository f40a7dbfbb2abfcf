import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { noteRemoved, useRemovedMember } from '../../features/insured/removed-member.ts';
import { Notice, toast } from '../../ui/index.ts';

/** Says who was just removed, and brings them back when that was a slip. */
export function RemovedNotice({ onRestored }: { onRestored: () => void }) {
  const removed = useRemovedMember(Date.now());
  const [update, { busy }] = useAction(calls.updateMember, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  if (!removed) return null;
  const restore = async () => {
    if (busy) return;
    const reply = await update({ memberId: removed.memberId, restore: true });
    if (!reply.ok) return setProblem(failureText(reply, '没有恢复'));
    noteRemoved(null);
    toast(`${removed.name}回来了`, { kind: 'ok' });
    onRestored();
  };
  return (
    <div className="member-notice" role="status">
      <Notice tone={problem ? 'warn' : 'ok'}>
        {problem ?? (
          <>
            已删除<span data-pii>{removed.name}</span>，10 分钟内可以撤销。
          </>
        )}
        <button type="button" className="inline-link" onClick={() => void restore()}>
          撤销删除
        </button>
      </Notice>
    </div>
  );
}
