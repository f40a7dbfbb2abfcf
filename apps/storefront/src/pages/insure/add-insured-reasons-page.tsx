import '../../ui/form.css';
import './insure.css';
import { useNavigation, useProduct } from '../../context/index.ts';
import { Bar, Button, Card, Page, PhoneLink } from '../../ui/index.ts';

const REASONS: readonly (readonly [item: string, reason: string])[] = [
  ['与您的关系', '写进保单，说明您为什么可以给这位家人投保'],
  ['姓名和证件', '用来确认是谁参保、有没有重复参保，理赔时也按它核对。要和医保登记的一样'],
  ['出生日期和性别', '身份证号里已经有，不用另填；护照等证件上没有，所以要填'],
  ['手机号', '付款人一定要填，用来接收付款和保单短信；家人可以不填'],
  ['医保所在地', '保障按各人缴纳基本医保的地方办理，理赔也由当地受理'],
  ['医保类型', '上班缴的一般是职工医保，老人、孩子和学生一般是居民医保。不清楚可以不选，不影响参保'],
];

/** Why each item of the form is asked for, and who sees it. */
export default function AddInsuredReasonsPage() {
  const product = useProduct();
  const { goBack } = useNavigation();
  return (
    <Page
      className="insure-page"
      title="为什么要填这些"
      lead="只问参保和理赔用得到的"
      bar={
        <Bar>
          <Button onPress={() => goBack('/beforeAdd')}>知道了</Button>
        </Bar>
      }
    >
      <Card flush>
        <ul className="reason-list">
          {REASONS.map(([item, reason]) => (
            <li key={item}>
              <b className="reason-item">{item}</b>
              <span className="reason-text">{reason}</span>
            </li>
          ))}
        </ul>
      </Card>
      <p className="note mt3">
        证件号码和手机号加密保存，页面上只显示头尾几位。有疑问请打{' '}
        <PhoneLink tel={product.tel} className="inline-link num" />
      </p>
    </Page>
  );
}
