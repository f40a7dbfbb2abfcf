import '@rrweb/replay/dist/style.css';
import './player.css';
import type { RecordedEvent } from '@huimin/evidence/events';
import { Replayer } from '@rrweb/replay';
import { PICTURE_RULES } from './picture-rules.ts';

const IDLE_MS = 5_000;

/** What a picture tells whoever shows it. */
export interface PictureNews {
  shown(): void;
  ended(): void;
}

export interface Picture {
  /** Whatever was shown before goes. Stands at its beginning, or as near to `at` as there are events. */
  begin(events: readonly RecordedEvent[], at?: number): void;
  add(events: readonly RecordedEvent[]): void;
  /** Times are the phone's, ms since 1970. */
  play(at: number): void;
  pause(at: number): void;
  pace(speed: number, skipIdle: boolean): void;
  /** Where it stands; null while it does not play. */
  playingAt(): number | null;
  /** Makes the phone as large as its place. */
  fit(width: number, height: number): void;
}

/** Shows events in a frame without scripts inside `stage`: pictures of a phone, as they were. */
export function createPicture(stage: HTMLElement, news: PictureNews): Picture {
  let replayer: Replayer | null = null;
  /** Fewer than two events are nothing to play. */
  let held: RecordedEvent[] = [];
  let pace = { speed: 1, skipIdle: true };
  let size = { width: 375, height: 812 };
  let room = { ...size };
  let playing = false;
  /** Where it was told to stand. */
  let standsAt = 0;
  const startOf = (one: Replayer) => one.getMetaData().startTime;
  const endOf = (one: Replayer) => one.getMetaData().endTime;
  const offsetOf = (one: Replayer, at: number) => Math.max(0, at - startOf(one));

  function fit(): void {
    const scale = Math.min(room.width / size.width, room.height / size.height);
    stage.style.width = `${size.width}px`;
    stage.style.height = `${size.height}px`;
    // In whole pixels: half of one would blur every letter.
    const [x, y] = [room.width - size.width * scale, room.height - size.height * scale].map((free) =>
      Math.round(free / 2),
    );
    stage.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  function begin(events: readonly RecordedEvent[], at = 0): void {
    replayer?.destroy();
    replayer = null;
    playing = false;
    standsAt = at;
    stage.replaceChildren();
    held = [...events];
    if (held.length < 2) return;
    const made = new Replayer(held as ConstructorParameters<typeof Replayer>[0], {
      root: stage,
      speed: pace.speed,
      skipInactive: pace.skipIdle,
      inactivePeriodThreshold: IDLE_MS,
      mouseTail: false,
      showWarning: false,
      triggerFocus: false,
      UNSAFE_replayCanvas: false,
      insertStyleRules: PICTURE_RULES,
    });
    replayer = made;
    const settle = onlyLastScrolls(made);
    made.iframe.title = '手机画面';
    made.on('resize', (given) => {
      size = given as typeof size;
      fit();
    });
    // It would scroll every later page to where an earlier one was left.
    made.on('flush', () => {
      made.virtualDom.scrollData = null;
      settle();
    });
    made.on('finish', () => {
      playing = false;
      news.ended();
    });
    made.pause(offsetOf(made, at));
    fit();
    news.shown();
  }

  return {
    begin,
    add(events) {
      if (replayer === null) {
        begin([...held, ...events], standsAt);
        return;
      }
      const reached = endOf(replayer);
      for (const event of events) replayer.addEvent(event as Parameters<Replayer['addEvent']>[0]);
      // What it should show from where it stands was not there yet.
      if (!playing && standsAt > reached) replayer.pause(offsetOf(replayer, standsAt));
    },
    play(at) {
      if (replayer === null) return;
      playing = true;
      replayer.play(offsetOf(replayer, at));
    },
    pause(at) {
      standsAt = at;
      if (replayer === null) return;
      playing = false;
      replayer.pause(offsetOf(replayer, at));
    },
    pace(speed, skipIdle) {
      pace = { speed, skipIdle };
      replayer?.setConfig({ speed, skipInactive: skipIdle });
    },
    playingAt: () => (playing && replayer ? startOf(replayer) + replayer.getCurrentTime() : null),
    fit(width, height) {
      room = { width, height };
      fit();
    },
  };
}

interface Scroll {
  readonly id: number;
}
type Scrolls = (scroll: Scroll, isJump: boolean) => void;

/**
 * On the way to where it shall stand, the player's library would scroll whatever was scrolled, and each time the browser would
 * lay the page out for it. What is seen in the end is the last scroll of each element alone: those are done by what this
 * answers, which is to be called when all else of a jump is done.
 */
function onlyLastScrolls(replayer: Replayer): () => void {
  const inner = replayer as unknown as { applyScroll: Scrolls };
  const scroll = inner.applyScroll.bind(replayer);
  const last = new Map<number, Scroll>();
  inner.applyScroll = (told, isJump) => {
    if (isJump) last.set(told.id, told);
    else scroll(told, false);
  };
  // Another picture's elements have the same numbers.
  replayer.on('fullsnapshot-rebuilded', () => last.clear());
  return () => {
    for (const told of last.values()) scroll(told, true);
    last.clear();
  };
}
