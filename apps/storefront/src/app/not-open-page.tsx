import { useNavigation } from '../context/screen-context.ts';
import { FullState } from './full-state.tsx';

/** A screen of the specification that this release does not have yet. */
export function NotOpenPage() {
  const { goBack } = useNavigation();
  return (
    <FullState
      art="busy"
      title="这个页面还没有开放"
      lead="返回上一页，或者打电话给客服"
      action="返回"
      onAction={() => goBack('/index')}
    />
  );
}
