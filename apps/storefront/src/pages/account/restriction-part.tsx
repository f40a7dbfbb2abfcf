import { formatDateTime } from '@huimin/domain/date';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, Card, Notice, Section, Sheet } from '../../ui/index.ts';
import { useOwnDataCode } from './use-own-data-code.ts';

/** A restriction that stands, and its end: as easy as it was asked for, a code to the account's phone. */
export function RestrictionPart({ since, onLifted }: { since: string; onLifted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [result, setResult] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    if (result !== null) onLifted();
  };
  return (
    <Section title="停止使用">
      <Card>
        <p>
          <b className="num">{formatDateTime(since)}</b> 起，您的信息只存不用。
        </p>
        <p className="note mt2">依法要保存的订单和保单不受影响，要告诉您的事照常通知。</p>
        <div className="mt3">
          <Button kind="neutral" block onPress={() => setOpen(true)}>
            恢复使用
          </Button>
        </div>
      </Card>
      <Sheet open={isOpen} title={result === null ? '恢复使用？' : '已恢复使用'} onClose={close}>
        {result === null ? (
          <Confirm onLifted={setResult} />
        ) : (
          <>
            <Notice>{result}</Notice>
            <div className="mt3">
              <Button block onPress={close}>
                知道了
              </Button>
            </div>
          </>
        )}
      </Sheet>
    </Section>
  );
}

function Confirm({ onLifted }: { onLifted: (words: string) => void }) {
  const typed = useOwnDataCode('lift-code');
  const [lift, lifting] = useAction(calls.liftRestriction, { quietFailure: true });
  const go = async () => {
    if (!typed.check()) return;
    const reply = await lift({ code: typed.code });
    if (!reply.ok) return typed.refuse(reply);
    onLifted(reply.value.lifted?.words ?? '');
  };
  return (
    <>
      <ul className="own-lift">
        <li>消息和参保过程记录，我们马上可以再看、再用</li>
        <li>按您的要求删除的，不会恢复</li>
        <li>取消了的开售预约要重新预约，营销短信要您自己打开</li>
        <li>以后可以再要求停止使用</li>
      </ul>
      {typed.field}
      <div className="mt3">
        <Button block busy={lifting.busy} onPress={() => void go()}>
          恢复使用
        </Button>
      </div>
    </>
  );
}
