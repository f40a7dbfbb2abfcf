/**
 * Where one begins in an open dialog whose content is `body`: its first field, or its button where there is nothing to
 * fill in. Left alone it would be the cross that closes.
 */
export function focusFirstField(body: HTMLElement | null): void {
  const field = body?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea');
  (field ?? body?.closest('.ant-modal')?.querySelector<HTMLElement>('.ant-modal-footer .ant-btn-primary'))?.focus();
}
