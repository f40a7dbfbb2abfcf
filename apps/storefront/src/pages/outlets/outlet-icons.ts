import type { IconShape } from '../../ui/index.ts';

export const iconSeek: IconShape = { line: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0ZM16 16l4.5 4.5' };
export const iconWay: IconShape = { line: 'm4 11.5 16-7-7 16-2-7Z' };
