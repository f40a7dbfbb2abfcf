import './share-panel.css';
import type { ShareWay } from '@huimin/domain/share';
import { useState } from 'react';
import { useClient } from '../../api/client-context.ts';
import type { ShareTarget } from '../../channel/channel.ts';
import { useChannel } from '../../context/index.ts';
import { type ScreenCard, shareMenuState } from '../../context/sharing.ts';
import {
  Button,
  copyText,
  iconChat,
  iconCopy,
  iconPeople,
  iconPicture,
  Notice,
  Sheet,
  Skeleton,
} from '../../ui/index.ts';
import { PosterLayer } from './poster-layer.tsx';
import { ShareAction } from './share-action.tsx';
import { cardOf, noteForward, type ShareKit, useShareKit } from './share-kit.ts';
import { ShareTip } from './share-tip.tsx';

type Props = {
  /** What the screen hands on; the edition's card without it. */
  screen?: ScreenCard | null;
  onClose: () => void;
};

/**
 * Everything that can be done with a share in this container: forwarding through it or by its menu, the poster, and the
 * words with the link.
 */
export default function SharePanel({ screen = null, onClose }: Props) {
  const { kit, failed, reload } = useShareKit();
  const [shown, setShown] = useState<'choice' | 'poster' | ShareTarget>('choice');
  if (shown === 'poster' && kit) return <PosterLayer kit={kit} onClose={onClose} />;
  if (shown === 'friend' || shown === 'moments') return <ShareTip target={shown} onClose={onClose} />;
  return (
    <Sheet
      open
      title="分享"
      onClose={onClose}
      footer={
        <Button block kind="neutral" onPress={onClose}>
          取消
        </Button>
      }
    >
      {kit && (
        <Choice kit={kit} screen={screen} onTip={setShown} onPoster={() => setShown('poster')} onDone={onClose} />
      )}
      {!kit && !failed && <Skeleton lines={[88, 88]} />}
      {failed && (
        <Notice tone="warn">
          分享内容没有取到。
          <Button small kind="text" onPress={reload}>
            再试一次
          </Button>
        </Notice>
      )}
    </Sheet>
  );
}

type ChoiceProps = {
  kit: ShareKit;
  screen: ScreenCard | null;
  onTip: (target: ShareTarget) => void;
  onPoster: () => void;
  onDone: () => void;
};

function Choice({ kit, screen, onTip, onPoster, onDone }: ChoiceProps) {
  const channel = useChannel();
  const client = useClient();
  const page = screen === null ? '/index' : '/link';
  if (cardOf(kit, screen, 'card') === null) {
    return <p className="share-none">现在没有审批过的分享内容，暂时不能分享。</p>;
  }
  const forward = (target: ShareTarget) => {
    const way: ShareWay = target === 'friend' ? 'card' : 'moments';
    const card = cardOf(kit, screen, way);
    if (!card) return;
    noteForward(client, kit, way, page);
    if (channel.shareCard === null) return onTip(target);
    channel.shareCard(card, target);
    onDone();
  };
  const copy = () => {
    const words = screen === null ? kit.contents.card?.copyText : `${screen.title} `;
    // Within the tap: iOS forgets it as soon as something else is waited for.
    void copyText(`${words ?? ''}${kit.address('copy', screen?.articleId)}`).then((done) => {
      if (done) noteForward(client, kit, 'copy', page);
    });
    onDone();
  };
  const hasPoster = screen === null && kit.contents.posters.length > 0;
  const canForward = channel.shareCard !== null || channel.kind === 'wechat';
  return (
    <>
      {channel.kind === 'wechat' && shareMenuState() === 'failed' && (
        <Notice tone="warn">
          微信没有接受这次的分享设置，从右上角发出去可能没有图文。
          {hasPoster ? '可以用海报，或者复制文案' : '可以复制文案'}
        </Notice>
      )}
      <ul className="share-actions">
        {canForward && (
          <>
            <ShareAction icon={iconChat} tone="ok" onPress={() => forward('friend')}>
              转发给好友
            </ShareAction>
            <ShareAction icon={iconPeople} tone="info" onPress={() => forward('moments')}>
              分享到朋友圈
            </ShareAction>
          </>
        )}
        {hasPoster && (
          <ShareAction icon={iconPicture} tone="red" onPress={onPoster}>
            生成海报
          </ShareAction>
        )}
        <ShareAction icon={iconCopy} tone="plain" onPress={copy}>
          复制文案
        </ShareAction>
      </ul>
    </>
  );
}
