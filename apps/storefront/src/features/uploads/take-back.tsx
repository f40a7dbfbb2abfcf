import type { CallReply } from '../../api/client.ts';
import { failureText } from '../../api/no-reply-text.ts';
import type { NoReply } from '../../api/use-action.ts';
import { Button, confirmDialog, toast } from '../../ui/index.ts';

type Props = {
  /** What is asked in the dialog. */
  title?: string;
  /** Which of several on the screen. */
  which?: string;
  busy: boolean;
  withdraw: () => Promise<CallReply<unknown> | NoReply>;
  onChanged: () => void;
};

/** Takes an application back to which papers were handed in, after asking. */
export function TakeBack({ title = '撤销申请', which, busy, withdraw, onChanged }: Props) {
  const takeBack = async () => {
    const yes = await confirmDialog({
      title,
      body: '交的材料会一起删除。以后还可以再申请',
      confirm: '撤销',
      cancel: '取消',
    });
    if (!yes) return;
    const reply = await withdraw();
    toast(reply.ok ? '已撤销' : failureText(reply));
    onChanged();
  };
  return (
    <div className="center mt2">
      <Button kind="text" small busy={busy} label={which && `撤销申请：${which}`} onPress={() => void takeBack()}>
        撤销申请
      </Button>
    </div>
  );
}
