import './tight-bar.css';

/** Letters this much larger than they were drawn, and no less, may take a page's room away. */
const LARGE = 1.15;
/** More of the screen's height than this no bar needs. */
const SHARE = 0.2;
const PROBE_PX = 9;

/**
 * Keeps room for the page where a phone's letters are large: a bar at the bottom that would take more than its share is drawn tight
 * (`.bar-tight`), with its sum beside its button and `--bar-k` to take back what its letters have grown by. Style sheets are not
 * told how large a phone's letters are, so a character of known size is measured; while they are as drawn, nothing else is
 * watched. Once tight a bar stays so until the letters change: browsers lay letters out a frame after a script has changed
 * them, so it is not loosened only to be measured.
 *
 * @returns what ends it
 */
export function watchTightBar(page: Document): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {};
  const probe = page.createElement('span');
  probe.textContent = '字';
  probe.setAttribute('aria-hidden', 'true');
  probe.style.cssText = `position:absolute;top:0;visibility:hidden;font-size:${PROBE_PX}px`;
  page.body.append(probe);
  let bar: HTMLElement | null = null;

  const tighten = () => {
    const grown = probe.offsetWidth / PROBE_PX;
    if (!bar || grown < LARGE || bar.offsetHeight <= window.innerHeight * SHARE) return;
    bar.style.setProperty('--bar-k', `${1 / grown}`);
    bar.classList.add('bar-tight');
  };
  const watchBar = new ResizeObserver(() => requestAnimationFrame(tighten));
  const findBar = () => {
    const found = page.querySelector<HTMLElement>('.bar');
    if (found === bar) return;
    watchBar.disconnect();
    bar = found;
    if (bar) watchBar.observe(bar);
  };
  const watchPage = new MutationObserver(findBar);
  const watchLetters = new ResizeObserver(() => {
    findBar();
    bar?.classList.remove('bar-tight');
    if (probe.offsetWidth / PROBE_PX < LARGE) return watchPage.disconnect();
    watchPage.observe(page.body, { childList: true, subtree: true });
    requestAnimationFrame(tighten);
  });
  watchLetters.observe(probe);
  return () => {
    for (const watch of [watchBar, watchPage, watchLetters]) watch.disconnect();
    bar?.classList.remove('bar-tight');
    probe.remove();
  };
}
