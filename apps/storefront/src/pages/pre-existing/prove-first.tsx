import { browserStorage } from '../../channel/browser-storage.ts';
import { keepReturnAddress, useElderMode, useNavigation, useProduct } from '../../context/index.ts';
import { loginRoute } from '../../features/account/login-address.ts';
import { Bar, Button, Card, Icon, iconCheck, Notice, Page, PhoneLink } from '../../ui/index.ts';
import { PURPOSE } from './use-proof-of-self.ts';

/** Which of the two screens: for whoever is logged in, or with nothing but a phone. */
export type Entry = 'own' | 'phone';
const ROUTES: Readonly<Record<Entry, string>> = { own: '/order_search_new', phone: '/order_search_new1' };

const FACTS = ['查不查都不影响参保和保费', '只有您本人能看，付钱的人也看不到', '不看病历和病名，结果 30 天后删除'];
const ELDER_FACTS = ['查不查都能参保', '只有您本人能看', '不看病历，不显示病名'];

function Facts() {
  const elder = useElderMode();
  return (
    <Card className="mt3">
      <ul className="pe-facts">
        {(elder ? ELDER_FACTS : FACTS).map((fact) => (
          <li key={fact}>
            <Icon name={iconCheck} />
            <span>{fact}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Nobody is logged in. */
export function NotLoggedIn({ title, entry }: { title: string; entry: Entry }) {
  const { navigate } = useNavigation();
  const go = (to: string) => {
    keepReturnAddress(browserStorage('sessionStorage'), window.location.hash);
    navigate(to);
  };
  const byPhone = entry === 'phone';
  return (
    <Page
      title={title}
      lead="看看按今年的条款，按什么比例赔"
      bar={
        <Bar>
          <Button block onPress={() => go(`${loginRoute()}${byPhone ? '?for=settle' : ''}`)}>
            {byPhone ? '用手机验证码查' : '去登录'}
          </Button>
        </Bar>
      }
    >
      <Facts />
      <p className="center mt4">
        {byPhone ? (
          <a className="link" href="#/order_search_new">
            已经有账号，登录后查本人和孩子
          </a>
        ) : (
          <a className="link" href="#/order_search_new1">
            不想登录，只用手机号查本人
          </a>
        )}
      </p>
    </Page>
  );
}

/** Logged in, but who that is has not been shown. */
export function ProveFirst({ title, entry, problem }: { title: string; entry: Entry; problem: string | null }) {
  const { navigate } = useNavigation();
  const { tel } = useProduct();
  return (
    <Page
      title={title}
      lead="看看按今年的条款，按什么比例赔"
      bar={
        <Bar>
          <Button block onPress={() => navigate(`/faceCheck?purpose=${PURPOSE}&back=${ROUTES[entry]}`)}>
            核对本人，开始查
          </Button>
        </Bar>
      }
    >
      {problem && (
        <Notice tone="err" alert>
          {problem}
        </Notice>
      )}
      <Facts />
      <p className="note mt4">
        健康信息要先核对是不是您本人：可以由运营商核对手机号，也可以刷脸。不方便在网上核对，打 <PhoneLink tel={tel} />。
      </p>
    </Page>
  );
}
