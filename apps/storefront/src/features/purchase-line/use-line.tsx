import './line.css';
import type { PlaceInLineValue } from '@huimin/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallReply } from '../../api/client.ts';
import type { NoReply } from '../../api/use-action.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import { Dialog } from '../../ui/index.ts';
import { aheadText, placeOf, waitText } from './place-in-line.ts';

const KEY = 'huimin-line';
/** What was sent may have arrived: the same is sent again by the same key. */
const AGAIN_MS = 3_000;
const MOST_UNANSWERED = 10;

/** Sends once more; `isAgain`: from the line, where the screen says already that there is a wait. */
type Ask<T> = (lineTicket: string | undefined, isAgain: boolean) => Promise<CallReply<T> | NoReply>;

/**
 * Stands in line where more people are buying than can be served: says how many are before and how long it will be, asks again when
 * told to, and is through by itself when it is one's turn. The place outlives a reload of the page.
 */
export function useLine(): {
  /** The last reply; null where the resident would not wait, or left the page. */
  through: <T>(ask: Ask<T>) => Promise<CallReply<T> | NoReply | null>;
  /** What is shown meanwhile. */
  panel: ReactNode;
  isStanding: boolean;
} {
  const [place, setPlace] = useState<{ now: PlaceInLineValue; first: number } | null>(null);
  const giveUp = useRef<(() => void) | null>(null);
  useEffect(() => () => giveUp.current?.(), []);

  // A second tap in the same moment is not to stand in line a second time.
  const running = useRef<Promise<unknown> | null>(null);
  function through<T>(ask: Ask<T>): Promise<CallReply<T> | NoReply | null> {
    const stood = (running.current ?? stand(ask)) as Promise<CallReply<T> | NoReply | null>;
    running.current = stood;
    return stood.finally(() => {
      running.current = null;
    });
  }

  async function stand<T>(ask: Ask<T>): Promise<CallReply<T> | NoReply | null> {
    const storage = browserStorage('sessionStorage');
    let ticket = storage?.getItem(KEY) ?? undefined;
    let [isAgain, unanswered] = [false, 0];
    for (;;) {
      const reply = await ask(ticket, isAgain);
      const given = placeOf(reply);
      const mayHaveArrived = isAgain && !reply.ok && reply.name === 'no-reply' && ++unanswered < MOST_UNANSWERED;
      if (given) {
        unanswered = 0;
        ticket = given.ticket;
        storage?.setItem(KEY, ticket);
        setPlace((before) => ({ now: given, first: Math.max(before?.first ?? 0, given.ahead) }));
      } else if (!mayHaveArrived) {
        storage?.removeItem(KEY);
        setPlace(null);
        return reply;
      }
      isAgain = true;
      const stays = await passed(given?.askAgainMs ?? AGAIN_MS);
      if (!stays) {
        setPlace(null);
        return null;
      }
    }
  }

  /** False where somebody gave up meanwhile. */
  function passed(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), ms);
      giveUp.current = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }

  return {
    through,
    isStanding: place !== null,
    panel: place && <LinePanel place={place.now} first={place.first} onGiveUp={() => giveUp.current?.()} />,
  };
}

function LinePanel({ place, first, onGiveUp }: { place: PlaceInLineValue; first: number; onGiveUp: () => void }) {
  const share = first > 0 ? 1 - Math.min(1, place.ahead / first) : 1;
  return (
    <Dialog open title="买的人多，正在排队" confirm="先不排了" onConfirm={onGiveUp} onCancel={onGiveUp}>
      <p className="line-ahead" role="status">
        <strong>{aheadText(place.ahead)}</strong>
        <span>{waitText(place.waitMs)}</span>
      </p>
      <div className="line-track" aria-hidden="true">
        <div style={{ transform: `scaleX(${Math.max(0.04, share)})` }} />
      </div>
      <p>
        <span className="line">轮到了会自动提交</span>
        <span className="line">不用反复点，也不要关掉页面</span>
      </p>
    </Dialog>
  );
}
