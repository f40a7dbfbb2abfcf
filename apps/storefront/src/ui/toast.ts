import './message.css';
import { iconCheck, iconCross } from './first-icons.ts';
import type { IconShape } from './icon-shape.ts';

const OWN_MS = 2000;
const SERVER_MS = 3500;
/** Time to find it, and then for each character: a sentence that says what to do is longer than its kind's usual time is enough for. */
const FIND_MS = 1000;
const READ_MS = 130;
const ELDER_READ_MS = 220;
/** A live region is heard only if it stood there before its words did. */
const SETTLE_MS = 60;

export type ToastKind = 'ok' | 'fail' | 'message';

let region: HTMLElement | null = null;
let hideTimer: ReturnType<typeof setTimeout> | undefined;
let showTimer: ReturnType<typeof setTimeout> | undefined;

function timeFor(message: string, kind: ToastKind): number {
  const readMs = document.documentElement.dataset.mode === 'elder' ? ELDER_READ_MS : READ_MS;
  return Math.max(kind === 'message' ? SERVER_MS : OWN_MS, FIND_MS + message.length * readMs);
}

/**
 * Shows a short dark message: `ok` and `fail` are our own words with an icon (2 s), `message` is for sentences from the
 * server (3.5 s), each longer where there is more to read. A new one replaces the one on screen. Never the only place for a form error.
 */
export function toast(message: string, { kind = 'message' }: { kind?: ToastKind } = {}): void {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.className = 'toasts';
    region.setAttribute('role', 'status');
    region.setAttribute('aria-live', 'polite');
    region.setAttribute('data-over-layers', '');
    document.body.append(region);
  }
  const place = region;
  clearTimeout(showTimer);
  clearTimeout(hideTimer);
  place.textContent = '';
  showTimer = setTimeout(() => {
    const bubble = document.createElement('span');
    bubble.className = 'toast';
    if (kind !== 'message') bubble.append(drawIcon(kind === 'ok' ? iconCheck : iconCross));
    bubble.append(message);
    place.append(bubble);
    hideTimer = setTimeout(
      () => {
        place.textContent = '';
      },
      timeFor(message, kind),
    );
  }, SETTLE_MS);
}

function drawIcon(shape: IconShape): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const attributes = {
    width: '20',
    height: '20',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.8',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shape.line ?? '');
  svg.append(path);
  return svg;
}
