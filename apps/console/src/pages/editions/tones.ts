/** How a state looks, by its tone. */
export const TONE_CLASS: Readonly<Record<'info' | 'warn' | 'success' | 'neutral' | 'error', string>> = {
  info: 'state-plain',
  warn: 'state-warn',
  success: 'state-good',
  neutral: 'state-plain',
  error: 'state-bad',
};
