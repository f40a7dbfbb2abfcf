import './love.css';
import { Bar, Button, Card, Page } from '../../ui/index.ts';
import { LoveArt } from './love-art.tsx';

/** #/love-index: what the keepsake is, before it is made. */
export default function LoveIndexPage() {
  return (
    <Page
      title="爱心证书"
      lead="把给家人的这份守护，做成一张纪念图片"
      bar={
        <Bar>
          <Button block href="#/love-list">
            看我的证书
          </Button>
        </Bar>
      }
    >
      <div className="love-cert">
        <div className="love-inner">
          <LoveArt />
          <p className="love-not">纪念用，非保险凭证</p>
        </div>
      </div>
      <Card className="mt4">
        <ul className="love-points">
          <li>保单生成后可以做，每笔订单一张，不用钱。</li>
          <li>称呼由您自己定。证书上没有证件、金额和健康信息。</li>
          <li>可以保存成图片，发给家人。扫码能看产品，也能验真。</li>
          <li>它不是保单，不能用来理赔。全部退保后作废。</li>
        </ul>
      </Card>
    </Page>
  );
}
