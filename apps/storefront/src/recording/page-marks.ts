import { sha256 } from './sha256.ts';

type Mark = (tag: string, payload: object) => void;

const PRESSED = 'button, a[href], summary, [role="button"]';
const FIELDS = 'input, select, textarea';
const LONGEST_LABEL = 60;

/** Notes what is pressed, agreed to and filled in, by what the page itself says of it. Answers what ends it. */
export function watchMarks(document: Document, mark: Mark): () => void {
  const onClick = (event: Event) => {
    const pressed = elementOf(event)?.closest(PRESSED);
    if (pressed) mark('tap', { id: labelOf(pressed) });
  };
  const onChange = (event: Event) => {
    const box = elementOf(event);
    if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox') return;
    const line = box.closest('.agree, [data-consent]');
    if (line) mark('consent', { id: box.id, textSha256: sha256(wordsOf(line)), checked: box.checked });
  };
  const onLeave = (event: Event) => {
    const field = elementOf(event);
    if (!field?.id || !field.matches(FIELDS)) return;
    // What is wrong with it is said a moment after it was left.
    setTimeout(() => mark('field', { id: field.id, valid: field.getAttribute('aria-invalid') !== 'true' }), 50);
  };
  const on: [string, (event: Event) => void][] = [
    ['click', onClick],
    ['change', onChange],
    ['focusout', onLeave],
  ];
  for (const [name, listener] of on) document.addEventListener(name, listener, true);
  return () => {
    for (const [name, listener] of on) document.removeEventListener(name, listener, true);
  };
}

function elementOf(event: Event): Element | null {
  return event.target instanceof Element ? event.target : null;
}

/** What an element says, as one line. */
export function wordsOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** The label of what was pressed, without what it shows of a person. */
function labelOf(pressed: Element): string {
  const said = pressed.getAttribute('aria-label');
  if (said) return said.slice(0, LONGEST_LABEL);
  let shown = pressed;
  if (pressed.querySelector('[data-pii]')) {
    shown = pressed.cloneNode(true) as Element;
    for (const part of Array.from(shown.querySelectorAll('[data-pii]'))) part.textContent = '…';
  }
  return wordsOf(shown).slice(0, LONGEST_LABEL) || pressed.id;
}
