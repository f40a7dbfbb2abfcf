import { FullState } from './full-state.tsx';

/** The app cannot start: there is no product data, neither from the server nor kept on the phone. */
export function StartFailure({ online }: { online: boolean }) {
  return (
    <FullState
      art={online ? 'busy' : 'offline'}
      title={online ? '系统忙，请稍后再试' : '网络不通'}
      lead={online ? '产品信息没有取到' : '检查网络后再试'}
      action="重新加载"
      onAction={() => location.reload()}
      note="如果刚付过款，先去订单里看结果，不要重复付"
    />
  );
}
