import { record } from '@rrweb/record';
import type { PageWatch } from './recorder.ts';
import { NEVER } from './values.ts';

/** Kept nowhere: codes, passwords, account numbers, whatever says so. */
const KEPT_NOWHERE =
  '[data-never-recorded], [type="password"], [type="hidden"], [type="file"], [autocomplete="one-time-code"]';
/** What is typed is a value; what is chosen from what the page offers is not. */
const CHOSEN = ['radio', 'checkbox', 'button', 'submit'];

/** What stands in the record for a text or an input of the page. */
export function wordFor(text: string, element: Element | null, token: (text: string) => string): string {
  if (text.trim() === '') return text;
  if (element?.closest(KEPT_NOWHERE)) return NEVER;
  if (element instanceof HTMLInputElement && CHOSEN.includes(element.type)) return text;
  return token(text);
}

export function createPageWatch(onFault: (fault: unknown) => void): PageWatch {
  let stop: (() => void) | undefined;
  return {
    start(emit, token) {
      stop = record({
        emit(event) {
          if (event.type === 4) return emit({ ...event, data: withoutQuery(event.data) });
          if (event.type !== 3 || event.data.source !== 0) return emit(event);
          const attributes = event.data.attributes.filter((change) => !isOnlyName(change));
          const { adds, removes, texts } = event.data;
          if (adds.length + removes.length + texts.length + attributes.length === 0) return;
          emit({ ...event, data: { ...event.data, attributes } });
        },
        slimDOMOptions: 'all',
        // Style sheets are files of the build, which are kept for as long as a recording needs them.
        inlineStylesheet: false,
        recordCanvas: false,
        collectFonts: false,
        recordCrossOriginIframes: false,
        sampling: { mousemove: 500, scroll: 150, media: 800 },
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
    picture: () => record.takeFullSnapshot(true),
    stop() {
      stop?.();
      stop = undefined;
    },
  };
}

/** React writes the name of every field anew with each letter that is typed. */
function isOnlyName({ attributes }: { attributes: object }): boolean {
  const names = Object.keys(attributes);
  return names.length === 1 && names[0] === 'name';
}

/** An address without what it was opened with: who sent the visitor, and codes that are for once. */
function withoutQuery(data: { href: string; width: number; height: number }): object {
  const { origin, pathname, hash } = new URL(data.href);
  return { ...data, href: `${origin}${pathname}${hash.split('?')[0]}` };
}
