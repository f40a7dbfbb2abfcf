import { record } from '@rrweb/record';
import type { PageWatch } from './recorder.ts';
import { NEVER } from './values.ts';

/** Kept nowhere: codes, passwords, account numbers, whatever says so. */
const KEPT_NOWHERE =
  '[data-never-recorded], [type="password"], [type="hidden"], [type="file"], [autocomplete="one-time-code"]';
/** What is typed is a value; what is chosen from what the page offers is not. */
const CHOSEN = ['radio', 'checkbox', 'button', 'submit'];

/** Ends of touches and where the cursor stands: a tap is told by its click, a field by its mark, and no player shows these. */
const UNSEEN = Object.fromEntries(
  ['MouseUp', 'MouseDown', 'ContextMenu', 'DblClick', 'Focus', 'Blur', 'TouchStart', 'TouchEnd', 'TouchCancel'].map(
    (name) => [name, false],
  ),
);

/** Looks at changes or lets them go by; `slim-recorder-plugin.ts` makes it take this. */
const follow = (followed: boolean) => (record.freezePage as (frozen: boolean) => void)(!followed);

/** What a phone may ask pages for at any time, as far as our style sheets follow it. */
const WISHES = ['(prefers-color-scheme:dark)', '(prefers-contrast:more)'];

/** What stands in the record for a text or an input of the page. */
export function wordFor(text: string, element: Element | null, token: (text: string) => string): string {
  if (text.trim() === '') return text;
  if (element?.closest(KEPT_NOWHERE)) return NEVER;
  if (element instanceof HTMLInputElement && CHOSEN.includes(element.type)) return text;
  return token(text);
}

export function createPageWatch(onFault: (fault: unknown) => void): PageWatch {
  let stop: (() => void) | undefined;
  const wishes = WISHES.map((wish) => matchMedia(wish));
  let followed = true;
  const picture = () => {
    followed = true;
    // Whatever was numbered before is none of this picture's.
    record.mirror.reset();
    follow(true);
    record.takeFullSnapshot(true);
  };
  /** Wishes are told of before a whole picture only. */
  const pictureIfFollowed = () => {
    if (followed) picture();
  };
  const onWish = (then: (() => void) | null) => {
    for (const wish of wishes) wish.onchange = then;
  };
  return {
    start(emit, token) {
      followed = true;
      onWish(pictureIfFollowed);
      stop = record({
        emit(event) {
          if (event.type === 4) return emit({ ...event, data: pageFacts(event.data, wishes) });
          emit(event);
        },
        slimDOMOptions: 'all',
        // Style sheets are files of the build, which are kept for as long as a recording needs them.
        inlineStylesheet: false,
        recordCanvas: false,
        collectFonts: false,
        recordCrossOriginIframes: false,
        sampling: { mousemove: 500, scroll: 150, media: 800, mouseInteraction: UNSEEN },
        // Photos, drawings, and what says so. An input that is kept nowhere still shows that it is there.
        blockSelector:
          'canvas, video, img[src^="blob:"], img[src^="data:image/jpeg"], [data-never-recorded]:not(input)',
        maskTextSelector: '[data-pii]',
        maskInputOptions: { text: true, textarea: true, ...({ input: true } as object) },
        maskTextFn: (text, element) => wordFor(text, element, token),
        maskInputFn: (text, element) => wordFor(text, element, token),
        errorHandler: (fault) => {
          onFault(fault);
          return true;
        },
      });
    },
    rest() {
      followed = false;
      follow(false);
    },
    picture,
    stop() {
      onWish(null);
      stop?.();
      stop = undefined;
    },
  };
}

/**
 * An address without what it was opened with: who sent the visitor, and codes that are for once. With it, which of our
 * style rules the phone asks for.
 */
function pageFacts(data: { href: string; width: number; height: number }, wishes: readonly MediaQueryList[]): object {
  const { origin, pathname, hash } = new URL(data.href);
  const [dark, contrast] = wishes.map(({ matches }) => matches);
  return { ...data, href: `${origin}${pathname}${hash.split('?')[0]}`, dark, contrast };
}
