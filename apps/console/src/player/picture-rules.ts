/**
 * What every picture of a phone is drawn with beside its own rules. A phone's scroll bars take no room. What moves has arrived:
 * paused or printed it would stand at its beginning, where much is out of sight.
 */
export const PICTURE_RULES = [
  'noscript { display: none !important }',
  '* { caret-color: transparent; scrollbar-width: none }',
  '::-webkit-scrollbar { display: none }',
  '*, *::before, *::after { animation: none !important; transition: none !important }',
];
