import { Button, Sheet, telHref } from '../../ui/index.ts';

type Props = { open: boolean; tel: string; onClose: () => void };

/** What to check when no text message comes, and whom to call. */
export function SmsHelpSheet({ open, tel, onClose }: Props) {
  return (
    <Sheet
      open={open}
      title="收不到短信？"
      onClose={onClose}
      footer={
        <Button block kind="secondary" href={telHref(tel)}>
          打电话给客服 {tel}
        </Button>
      }
    >
      <p className="muted">请按顺序看一看：</p>
      <ol className="sms-help mt2">
        <li>手机号有没有填错</li>
        <li>短信可能会晚到，等满 60 秒再点“重新获取”</li>
        <li>短信有没有被拦截：看看短信里的“拦截”“垃圾短信”“通知类短信”</li>
        <li>手机信号好不好，有没有欠费停机</li>
        <li>一个手机号一天最多收 10 次验证码，超过了请明天再试</li>
      </ol>
    </Sheet>
  );
}
