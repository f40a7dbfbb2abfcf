import '../../ui/bullet.css';
import { Button, Sheet } from '../../ui/index.ts';

type Props = { open: boolean; onAgree: () => void; onClose: () => void };

/** Asks before the bureau is asked. Other words need another version of the consent on the server. */
export function MedicalConsent({ open, onAgree, onClose }: Props) {
  return (
    <Sheet
      open={open}
      title="查询医保个人账户"
      onClose={onClose}
      footer={
        <div className="buttons">
          <Button block onPress={onAgree}>
            同意并继续
          </Button>
          <Button kind="text" block onPress={onClose}>
            不同意，换一种付款方式
          </Button>
        </div>
      }
    >
      <p>付款前，要用缴费人的姓名、身份证号和医保所在地向医保局查询：医保个人账户能不能付这笔款。</p>
      <ul className="mt4">
        <li className="bullet">只查能不能付，不查余额是多少</li>
        <li className="bullet">仅支持为本人及已绑定共济的家庭成员支付</li>
        <li className="bullet">同意后会打开医保局的页面，请缴费人本人授权，付完自动回来</li>
        <li className="bullet">退保时，钱只退回医保个人账户</li>
      </ul>
    </Sheet>
  );
}
