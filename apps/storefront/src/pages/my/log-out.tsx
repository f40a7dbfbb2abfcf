import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useNavigation } from '../../context/index.ts';
import { confirmDialog, Icon, iconLeave, Row } from '../../ui/index.ts';
import { leaveAccount } from '../login/leave-account.ts';

/** Ends the session here and forgets the account in this browser. */
export function LogOut({ withIcon = false }: { withIcon?: boolean }) {
  const { navigate } = useNavigation();
  const [logout] = useAction(calls.logout);
  const leave = async () => {
    const sure = await confirmDialog({
      title: '退出登录？',
      body: '退出后要用手机号和验证码再登录，订单和保单都还在',
      confirm: '退出登录',
      cancel: '取消',
    });
    if (!sure) return;
    const reply = await logout({});
    if (!reply.ok) return;
    await leaveAccount();
    navigate('/index', { replace: true });
  };
  const icon = withIcon ? <Icon name={iconLeave} size={22} /> : undefined;
  return <Row onPress={() => void leave()} icon={icon} label="退出登录" />;
}
