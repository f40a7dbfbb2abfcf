import './share-panel.css';
import '../../ui/layer.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { calls } from '../../api/calls.ts';
import { useClient } from '../../api/client-context.ts';
import { useChannel, useProduct } from '../../context/index.ts';
import { Button, copyText, iconChat, iconDownload, toast } from '../../ui/index.ts';
import { useLayer } from '../../ui/use-layer.ts';
import { ShareAction } from './share-action.tsx';
import { noteForward, type ShareKit } from './share-kit.ts';

const QUIET = { overlay: false, quietFailure: true } as const;

type State =
  | { readonly name: 'generating' }
  /** Drawn; its picture is on the way. */
  | { readonly name: 'drawn' | 'ready'; readonly address: string; readonly leadsTo: string }
  | { readonly name: 'failed'; readonly message: string };

const FAILED = { name: 'failed', message: '海报没有生成，请重试' } as const;

/** Asks for the sharer's poster; the picture itself is drawn on the server and comes from an address of its own. */
function usePoster(kit: ShareKit) {
  const client = useClient();
  const [state, setState] = useState<State>({ name: 'generating' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` draws again
  useEffect(() => {
    let current = true;
    const set = (next: State) => current && setState(next);
    set({ name: 'generating' });
    const draw = async () => {
      const brought = kit.shareCode === null ? {} : { shareCode: kit.shareCode.slice(0, 64) };
      const post = await client.call(calls.sharePost, { productId: kit.contents.editionCode, ...brought }, QUIET);
      const [poster] = post.ok ? post.value.posters : [];
      if (!post.ok || !poster) return set(FAILED);
      const drawn = await client.call(calls.getPosterByUrl, { posterId: poster.posterId, url: post.value.url }, QUIET);
      if (!drawn.ok) return set({ name: 'failed', message: drawn.message });
      const [address] = drawn.value.urlList;
      return set(address === undefined ? FAILED : { name: 'drawn', address, leadsTo: post.value.url });
    };
    draw().catch(() => set(FAILED));
    return () => {
      current = false;
    };
  }, [client, kit, round]);
  const onPicture = useCallback((loaded: boolean) => {
    setState((before) => {
      if (before.name !== 'drawn') return before;
      return loaded ? { ...before, name: 'ready' } : FAILED;
    });
  }, []);
  return { state, onPicture, again: () => setRound((before) => before + 1) };
}

/** The poster with what can be done with it. */
export function PosterLayer({ kit, onClose }: { kit: ShareKit; onClose: () => void }) {
  const { proName } = useProduct();
  const { kind } = useChannel();
  const layer = useLayer(true, onClose);
  const { state, onPicture, again } = usePoster(kit);
  return createPortal(
    <div className="layer" ref={layer}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tap outside is a shortcut; 取消 and Escape do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className="scrim poster-scrim" onClick={onClose} />
      <div role="dialog" aria-modal="true" aria-label="分享海报" tabIndex={-1}>
        <div className="poster-place">
          {state.name !== 'ready' && (
            <div className="poster-frame" role="status">
              {state.name === 'failed' ? (
                <>
                  <p>{state.message}</p>
                  <p>
                    <Button small kind="secondary" onPress={again}>
                      重试
                    </Button>
                  </p>
                </>
              ) : (
                <>
                  <span className="poster-spin" aria-hidden="true" />
                  <p>海报生成中…</p>
                </>
              )}
            </div>
          )}
          {(state.name === 'drawn' || state.name === 'ready') && (
            <img
              className={state.name === 'ready' ? 'poster-picture' : 'poster-waits'}
              src={state.address}
              width={1125}
              height={2001}
              alt={state.name === 'ready' ? `${proName} 海报，二维码打开产品页` : ''}
              onLoad={() => onPicture(true)}
              onError={() => onPicture(false)}
            />
          )}
          {state.name === 'ready' && kind === 'wechat' && (
            <p className="poster-hint">长按图片，可以发送给朋友，也可以保存</p>
          )}
        </div>
        <div className="sheet poster-sheet">
          <PosterActions kit={kit} state={state} />
          <button type="button" className="poster-cancel" onClick={onClose}>
            取消
          </button>
        </div>
      </div>
    </div>,
    document.body,
  );
}

function PosterActions({ kit, state }: { kit: ShareKit; state: State }) {
  const channel = useChannel();
  const client = useClient();
  const { proName } = useProduct();
  const ready = state.name === 'ready' ? state : null;
  const noted = useRef(false);
  const note = () => {
    if (!noted.current) noteForward(client, kit, 'poster', '/index');
    noted.current = true;
  };
  const forward = () => {
    if (!ready) return;
    note();
    const { card } = kit.contents;
    if (channel.shareCard) {
      const content = card?.desc ?? '';
      channel.shareCard(
        { page: ready.leadsTo, title: card?.title ?? proName, content, image: ready.address },
        'friend',
      );
    } else if (channel.kind === 'wechat') toast('请长按上面的图片，选“发送给朋友”');
    else void copyText(`${card?.copyText ?? ''}${ready.leadsTo}`);
  };
  const isPlain = channel.savePicture === null && channel.kind !== 'wechat';
  const save = () => {
    if (!ready) return;
    note();
    if (channel.savePicture) channel.savePicture(ready.address);
    else if (channel.kind === 'wechat') toast('长按图片保存');
  };
  return (
    <ul className="share-actions">
      <ShareAction icon={iconChat} tone="ok" disabled={!ready} onPress={forward}>
        {channel.shareCard === null && channel.kind !== 'wechat' ? '复制链接给好友' : '转发给好友'}
      </ShareAction>
      <ShareAction
        icon={iconDownload}
        tone="red"
        disabled={!ready}
        {...(isPlain && ready ? { href: `${ready.address}?save=1`, download: `${proName} 海报.png` } : {})}
        onPress={save}
      >
        保存到相册
      </ShareAction>
    </ul>
  );
}
