import '@rrweb/replay/dist/style.css';
import './player.css';
import type { RecordedEvent } from '@huimin/evidence/events';
import { fillAssets, type PlayedAsset } from '@huimin/evidence/replay';
import { Replayer } from '@rrweb/replay';
import type { FromPlayer, ToPlayer } from './messages.ts';

/**
 * Plays events in a frame without scripts, inside this page, whose policy lets nothing be loaded. Everything it shows is
 * handed to it by the console's page around it.
 */
const stage = document.getElementById('stage') as HTMLElement;
const assets = new Map<string, PlayedAsset>();
const IDLE_MS = 5_000;
const TELL_EVERY_MS = 100;

let replayer: Replayer | null = null;
/** Fewer than two events are nothing to play. */
let held: RecordedEvent[] = [];
let pace = { speed: 1, skipIdle: true };
let size = { width: 375, height: 812 };
let playing = false;

const tell = (message: FromPlayer) => parent.postMessage(message, location.origin);
const startOf = (one: Replayer) => one.getMetaData().startTime;

function fit(): void {
  const scale = Math.min(innerWidth / size.width, innerHeight / size.height);
  stage.style.width = `${size.width}px`;
  stage.style.height = `${size.height}px`;
  stage.style.transform = `scale(${scale}) translate(-50%, -50%)`;
}

function begin(events: readonly RecordedEvent[]): void {
  replayer?.destroy();
  replayer = null;
  playing = false;
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
    insertStyleRules: ['noscript { display: none !important }', '* { caret-color: transparent }'],
  });
  replayer = made;
  made.on('resize', (given) => {
    size = given as typeof size;
    fit();
  });
  made.on('finish', () => {
    playing = false;
    tell({ say: 'ended' });
  });
  made.pause(0);
  fit();
  tell({ say: 'shown' });
}

function add(events: readonly RecordedEvent[]): void {
  if (replayer === null) {
    begin([...held, ...events]);
    return;
  }
  for (const event of events) replayer.addEvent(event as Parameters<Replayer['addEvent']>[0]);
}

function obey(message: ToPlayer): void {
  if (message.say === 'begin' || message.say === 'add') {
    for (const [sha256, asset] of message.assets) assets.set(sha256, asset);
    const events = fillAssets(message.events, assets);
    if (message.say === 'begin') begin(events);
    else add(events);
    return;
  }
  if (message.say === 'pace') {
    const { speed, skipIdle } = message;
    pace = { speed, skipIdle };
    replayer?.setConfig({ speed, skipInactive: skipIdle });
    return;
  }
  if (replayer === null) return;
  const offset = Math.max(0, message.at - startOf(replayer));
  playing = message.say === 'play';
  if (playing) replayer.play(offset);
  else replayer.pause(offset);
}

addEventListener('message', ({ source, origin, data }: MessageEvent<ToPlayer>) => {
  if (source !== parent || origin !== location.origin) return;
  try {
    obey(data);
  } catch {
    tell({ say: 'failed' });
  }
});
addEventListener('resize', fit);
setInterval(() => {
  if (playing && replayer) tell({ say: 'time', at: startOf(replayer) + replayer.getCurrentTime() });
}, TELL_EVERY_MS);
tell({ say: 'ready' });
