import '@rrweb/replay/dist/style.css';
import { Replayer } from '@rrweb/replay';
import { PICTURE_RULES } from '../player/picture-rules.ts';
import type { KeyPage } from './messages.ts';

const [WIDTH, HEIGHT] = [375, 812];

/**
 * Puts the picture of a moment into a place: the page of then, built again in a frame without scripts. `size` is a scale, or
 * from 2 on the width it is to have.
 */
export function drawPicture(place: HTMLElement, { events, moment }: KeyPage, size: number): void {
  const stage = document.createElement('div');
  stage.className = 'rep-stage';
  place.append(stage);
  const replayer = new Replayer([...events] as ConstructorParameters<typeof Replayer>[0], {
    root: stage,
    mouseTail: false,
    showWarning: false,
    triggerFocus: false,
    UNSAFE_replayCanvas: false,
    insertStyleRules: PICTURE_RULES,
  });
  let phone = { width: WIDTH, height: HEIGHT };
  const fit = () => {
    const scale = size > 2 ? size / phone.width : Math.min(size, (WIDTH * size) / phone.width);
    stage.style.transform = `scale(${scale})`;
    place.style.height = `${Math.min(HEIGHT * (size > 2 ? size / WIDTH : size), phone.height * scale)}px`;
    place.style.width = `${phone.width * scale}px`;
  };
  replayer.on('resize', (given) => {
    phone = given as typeof phone;
    fit();
  });
  fit();
  replayer.pause(Math.max(0, moment.at - replayer.getMetaData().startTime));
  replayer.iframe.tabIndex = -1;
  replayer.iframe.title = moment.title;
}
