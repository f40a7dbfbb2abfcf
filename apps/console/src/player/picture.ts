import '@rrweb/replay/dist/style.css';
import './player.css';
import type { RecordedEvent } from '@huimin/evidence/events';
import { Replayer } from '@rrweb/replay';
import { PICTURE_RULES } from './picture-rules.ts';

const IDLE_MS = 5_000;
const FULL_SNAPSHOT = 2;

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
  let prepare = (event: RecordedEvent): RecordedEvent => event;
  let settle = (): void => {};
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

  /**
   * The library prepares all that comes later for being played, at each jump: it is not told of it meanwhile. Beyond what has
   * come it stands at the end, or each event would be shown by itself as it comes.
   */
  function standAt(one: Replayer, at: number): void {
    const offset = offsetOf(one, Math.min(at, endOf(one) + 1));
    const { events } = (one as unknown as Inner).service.state.context;
    const later = events.splice(Math.max(1, firstFrom(events, startOf(one) + offset)));
    try {
      one.pause(offset);
    } finally {
      for (const event of later) events.push(event);
    }
    // Not before: to say that it stands, the library changes how the whole page looks, and the browser would lay it out twice.
    settle();
  }

  function begin(events: readonly RecordedEvent[], at = 0): void {
    replayer?.destroy();
    replayer = null;
    playing = false;
    standsAt = at;
    stage.replaceChildren();
    held = [...events];
    if (held.length < 2) return;
    const scrolls = new Map<unknown, readonly Scroll[]>();
    prepare = (event) => withoutScrolls(event, scrolls);
    const made = new Replayer(held.map(prepare) as ConstructorParameters<typeof Replayer>[0], {
      root: stage,
      speed: pace.speed,
      skipInactive: pace.skipIdle,
      inactivePeriodThreshold: IDLE_MS,
      mouseTail: false,
      showWarning: false,
      triggerFocus: false,
      UNSAFE_replayCanvas: false,
      // It would copy the page and compare it with its copy at each jump. Every screen begins with a whole picture, so there
      // are few changes on the way, and no layout is asked for between them.
      useVirtualDom: false,
      insertStyleRules: PICTURE_RULES,
    });
    replayer = made;
    settle = onlyLastScrolls(made, scrolls);
    made.iframe.title = '手机画面';
    made.on('resize', (given) => {
      size = given as typeof size;
      fit();
    });
    made.on('finish', () => {
      playing = false;
      news.ended();
    });
    standAt(made, at);
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
      for (const event of events) replayer.addEvent(prepare(event) as Parameters<Replayer['addEvent']>[0]);
      // What it should show from where it stands was not there yet.
      if (!playing && standsAt > reached) {
        const one = replayer;
        // After the events, which it takes in one by one.
        queueMicrotask(() => one === replayer && !playing && standAt(one, standsAt));
      }
    },
    play(at) {
      if (replayer === null) return;
      playing = true;
      replayer.play(offsetOf(replayer, at));
      settle();
    },
    pause(at) {
      standsAt = at;
      if (replayer === null) return;
      playing = false;
      standAt(replayer, at);
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
  readonly x: number;
  readonly y: number;
}
interface Inner {
  applyScroll(scroll: Scroll, isJump: boolean): void;
  readonly service: { readonly state: { readonly context: { readonly events: RecordedEvent[] } } };
}

/** The first event at this time or later; as many as there are where none is. */
function firstFrom(events: readonly RecordedEvent[], at: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle] as RecordedEvent).timestamp < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * On the way to where it shall stand, the player's library would scroll whatever was scrolled, and each time the browser would
 * lay the page out for it. What is seen in the end is the last scroll of each element alone: those are done by what this
 * answers, which is to be called when all else of a jump is done.
 * @param initial by whole picture, where its elements stood at first
 */
function onlyLastScrolls(replayer: Replayer, initial: ReadonlyMap<unknown, readonly Scroll[]>): () => void {
  const inner = replayer as unknown as Inner;
  const scroll = inner.applyScroll.bind(replayer);
  const last = new Map<number, Scroll>();
  const settle = () => {
    for (const told of last.values()) scroll(told, true);
    last.clear();
  };
  inner.applyScroll = (told, isJump) => {
    if (isJump) last.set(told.id, told);
    else scroll(told, false);
  };
  replayer.on('fullsnapshot-rebuilded', (picture) => {
    // Another picture's elements have the same numbers.
    last.clear();
    for (const told of initial.get(picture) ?? []) last.set(told.id, told);
    // While it plays, no jump comes to an end.
    queueMicrotask(settle);
  });
  return settle;
}

type Node = {
  readonly id: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly childNodes?: readonly Node[];
};
const [LEFT, TOP] = ['rr_scrollLeft', 'rr_scrollTop'];

/** A whole picture as it is before anything was scrolled; where what stood goes into `scrolls`. */
function withoutScrolls(event: RecordedEvent, scrolls: Map<unknown, readonly Scroll[]>): RecordedEvent {
  if (event.type !== FULL_SNAPSHOT) return event;
  const { node, initialOffset } = event.data as { node: Node; initialOffset?: { left?: number; top?: number } };
  const found: Scroll[] = [];
  const { left = 0, top = 0 } = initialOffset ?? {};
  if (left !== 0 || top !== 0) found.push({ id: node.id, x: left, y: top });
  const unscrolled = (one: Node): Node => {
    const { [LEFT]: x = 0, [TOP]: y = 0, ...attributes } = one.attributes ?? {};
    const isScrolled = x !== 0 || y !== 0;
    if (isScrolled) found.push({ id: one.id, x: Number(x), y: Number(y) });
    const childNodes = one.childNodes?.map(unscrolled);
    return { ...one, ...(isScrolled ? { attributes } : {}), ...(childNodes ? { childNodes } : {}) };
  };
  const picture = { ...event, data: { node: unscrolled(node), initialOffset: { left: 0, top: 0 } } };
  scrolls.set(picture, found);
  return picture;
}
