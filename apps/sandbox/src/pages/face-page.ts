import { escapeHtml, page } from './layout.ts';

export type FaceView = {
  brand: string;
  /** Masked name of who is checked; empty when the check was opened without a name. */
  person: string;
  formAction: string;
  fields: Record<string, string>;
  buttons: readonly { ending: string; label: string }[];
};

/** The page on which a person is looked at: one button for each way it may end. */
export function facePage(view: FaceView): string {
  const hidden = Object.entries(view.fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const buttons = view.buttons
    .map(
      ({ ending, label }, index) =>
        `<button class="button ${index === 0 ? 'primary' : 'plain'}" name="ending" value="${ending}" data-testid="face-${ending}">${label}</button>`,
    )
    .join('\n');
  return page({
    title: `${view.brand}（沙箱）`,
    bodyClass: 'cashier',
    main: `<h1>人脸核身</h1>
<p>${view.person ? `请 ${escapeHtml(view.person)} 本人正对屏幕。` : '请本人正对屏幕。'}</p>
<form method="post" action="${escapeHtml(view.formAction)}">
${hidden}
${buttons}
</form>`,
  });
}

/** `张*` for any name. */
export function maskedName(name: string | undefined): string {
  const [first = '', ...rest] = [...(name ?? '')];
  return first + '*'.repeat(rest.length);
}
