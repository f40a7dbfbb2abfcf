import { fillAssets, noWishes, type PlayedAsset } from '@huimin/evidence/replay';
import type { FromPlayer, ToPlayer } from './messages.ts';
import { createPicture } from './picture.ts';

/**
 * Plays events in a frame without scripts, inside this page, whose policy lets nothing be loaded. Everything it shows is
 * handed to it by the console's page around it.
 */
const assets = new Map<string, PlayedAsset>();
let wishes = noWishes();
const TELL_EVERY_MS = 100;

const tell = (message: FromPlayer) => parent.postMessage(message, location.origin);
const picture = createPicture(document.getElementById('stage') as HTMLElement, {
  shown: () => tell({ say: 'shown' }),
  ended: () => tell({ say: 'ended' }),
});

function obey(message: ToPlayer): void {
  if (message.say === 'begin' || message.say === 'add') {
    for (const [sha256, asset] of message.assets) assets.set(sha256, asset);
    if (message.say === 'begin') wishes = noWishes();
    const events = fillAssets(message.events, assets, wishes);
    if (message.say === 'begin') picture.begin(events, message.at);
    else picture.add(events);
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
