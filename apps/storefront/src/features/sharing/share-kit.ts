import type { ShareContentsValue } from '@huimin/contract';
import { keptQueryOf, type ShareWay, shareAddress } from '@huimin/domain/share';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { Client } from '../../api/client.ts';
import { useClient } from '../../api/client-context.ts';
import type { SharedCard } from '../../channel/channel.ts';
import type { ScreenCard } from '../../context/sharing.ts';

const QUIET = { overlay: false, quietFailure: true } as const;

/** What is needed to hand something on: what is approved, and whose code goes along. */
export interface ShareKit {
  readonly contents: ShareContentsValue;
  /** The sharer's own code, or else the one that brought them; null without either. */
  readonly shareCode: string | null;
  /** Only what was given to this very person is noted as handed on. */
  readonly isOwnCode: boolean;
  /** Where a share of the home page, or of an article, leads. */
  address(way: ShareWay, articleId?: string): string;
}

type Place = Pick<Location, 'origin' | 'hash'>;

/** Null when there is no answer now. */
export async function loadShareKit(client: Client, place: Place): Promise<ShareKit | null> {
  const kept = keptQueryOf(place.hash.split('?')[1] ?? '');
  const edition = kept.productId === undefined ? {} : { productId: kept.productId };
  const brought = kept.shareCode === undefined ? {} : { shareCode: kept.shareCode.slice(0, 64) };
  try {
    const [contents, own] = await Promise.all([
      client.call(calls.shareContents, edition, QUIET),
      client.call(calls.shareId, brought, QUIET),
    ]);
    if (!contents.ok) return null;
    const ownCode = own.ok ? own.value.shareId : null;
    const shareCode = ownCode ?? kept.shareCode ?? null;
    return {
      contents: contents.value,
      shareCode,
      isOwnCode: ownCode !== null,
      address: (shareFrom, articleId) => shareAddress(place.origin, { shareCode, shareFrom, articleId, ...edition }),
    };
  } catch {
    return null;
  }
}

/** The card to hand on: the screen's own, or the approved one of the edition; null when nothing is approved. */
export function cardOf(kit: ShareKit, screen: ScreenCard | null, way: ShareWay): SharedCard | null {
  if (screen !== null) {
    const { title, content, image, articleId } = screen;
    return { title, content, image, page: kit.address(way, articleId) };
  }
  const { card } = kit.contents;
  return card && { title: card.title, content: card.desc, image: card.imageUrl, page: kit.address(way) };
}

/** Notes that something was handed on; nobody waits for it. */
export function noteForward(client: Client, kit: ShareKit, shareFrom: ShareWay, page: string): void {
  if (!kit.isOwnCode || kit.shareCode === null) return;
  const step = { step: 'forward', shareCode: kit.shareCode, shareFrom, page } as const;
  client.call(calls.addTrajectory, step, { ...QUIET, keepalive: true }).catch(() => {});
}

/** The kit, asked for when the screen shows: copying has to happen within the tap. */
export function useShareKit(): { kit: ShareKit | null; failed: boolean; reload: () => void } {
  const client = useClient();
  const [held, setHeld] = useState<{ kit: ShareKit | null; failed: boolean }>({ kit: null, failed: false });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    let current = true;
    setHeld({ kit: null, failed: false });
    void loadShareKit(client, window.location).then((kit) => {
      if (current) setHeld({ kit, failed: kit === null });
    });
    return () => {
      current = false;
    };
  }, [client, round]);
  return { ...held, reload: () => setRound((before) => before + 1) };
}
