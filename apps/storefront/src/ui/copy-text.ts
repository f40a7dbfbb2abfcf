/** What copying needs of the browser. */
export type CopyHost = {
  /** The modern way; absent in old WebViews and on pages without https. */
  writeText?: ((text: string) => Promise<void>) | undefined;
  /** The old way: a selected text box and the copy command. True when it worked. */
  copyBySelection: (text: string) => boolean;
};

/** Copies by the modern way, and by the old one where that is missing or refused. True when one of them worked. */
export async function copyWith(host: CopyHost, text: string): Promise<boolean> {
  if (host.writeText) {
    try {
      await host.writeText(text);
      return true;
    } catch {
      // Refused (no permission, page not in front): the old way may still be allowed.
    }
  }
  try {
    return host.copyBySelection(text);
  } catch {
    return false;
  }
}

function copyBySelection(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.style.cssText = 'position:fixed;top:0;left:-99px;width:1px;height:1px;font-size:16px';
  // Inside an open sheet everything else is inert and cannot be selected.
  const place = document.querySelector('[aria-modal=true]') ?? document.body;
  const focused = document.activeElement as HTMLElement | null;
  place.append(box);
  box.select();
  box.setSelectionRange(0, text.length);
  const done = document.execCommand('copy');
  box.remove();
  focused?.focus?.({ preventScroll: true });
  return done;
}

/**
 * Copies a text and says 复制成功 or 复制失败. True when it worked. Call it in the tap itself: iOS forgets the tap as soon as
 * something else is waited for.
 */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const done = await copyWith({ writeText: clipboard?.writeText?.bind(clipboard), copyBySelection }, text);
  const { toast } = await import('./toast.ts');
  toast(done ? '复制成功' : '复制失败', { kind: done ? 'ok' : 'fail' });
  return done;
}
