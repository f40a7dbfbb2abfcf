import type { RecordedEvent } from '@huimin/evidence/events';
import { fillAssets, noWishes, type PlayedAsset } from '@huimin/evidence/replay';
import { neededToShow } from './first-part.ts';
import type { FromPlayer, ToPlayer } from './messages.ts';
import { createPicture } from './picture.ts';

/**
 * Plays events in a frame without scripts, inside this page, whose policy lets nothing be loaded. Everything it shows is
 * handed to it by the console's page around it.
 */
const assets = new Map<string, PlayedAsset>();
let wishes = noWishes();
/** Events that were handed over and are not needed for what is shown first. */
let rest: readonly RecordedEvent[] = [];
const TELL_EVERY_MS = 100;
/** After so long the first picture has been painted, and the page has time for what comes later. */
const PAINTED_MS = 200;

const tell = (message: FromPlayer) => parent.postMessage(message, location.origin);
const picture = createPicture(document.getElementById('stage') as HTMLElement, {
  shown: () => tell({ say: 'shown' }),
  ended: () => tell({ say: 'ended' }),
});

const withFiles = (events: readonly RecordedEvent[]) => fillAssets(events, assets, wishes);

function takeRest(): void {
  const events = rest;
  rest = [];
  if (events.length > 0) picture.add(withFiles(events));
}

function begin(events: readonly RecordedEvent[], at: number): void {
  wishes = noWishes();
  const needed = neededToShow(events, at);
  rest = events.slice(needed);
  picture.begin(withFiles(events.slice(0, needed)), at);
  setTimeout(takeRest, PAINTED_MS);
}

function obey(message: ToPlayer): void {
  if (message.say !== 'begin') takeRest();
  if (message.say === 'begin' || message.say === 'add') {
    for (const [sha256, asset] of message.assets) assets.set(sha256, asset);
    if (message.say === 'begin') begin(message.events, message.at);
    else picture.add(withFiles(message.events));
  } else if (message.say === 'pace') picture.pace(message.speed, message.skipIdle);
  else if (message.say === 'play') picture.play(message.at);
  else picture.pause(message.at);
}

const fit = () => picture.fit(innerWidth, innerHeight);

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
  const at = picture.playingAt();
  if (at !== null) tell({ say: 'time', at });
}, TELL_EVERY_MS);
fit();
tell({ say: 'ready' });
