import type { IconShape } from './icon-shape.ts';

/** The icons that the first screen names, and the one that is shown when nothing can be fetched. Apart from the others, which then stay out of the first chunk. */
export const iconCheck: IconShape = { line: 'm5 12.5 4.5 4.5L19 7.5' };
export const iconCross: IconShape = { line: 'M6 6l12 12M18 6 6 18' };
export const iconChevronRight: IconShape = { line: 'm9 6 6 6-6 6' };
export const iconChat: IconShape = {
  line: 'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5Z',
  mark: 'M8.5 10h.01M12 10h.01M15.5 10h.01',
  markWidth: 2.4,
};
export const iconClock: IconShape = { line: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM12 7v5.2l3.3 2' };
export const iconInfo: IconShape = {
  line: 'M3.2 12a8.8 8.8 0 1 0 17.6 0a8.8 8.8 0 1 0-17.6 0Z',
  mark: 'M12 11v5.5M12 7.6h.01',
  markWidth: 2.2,
};
export const iconSearch: IconShape = { line: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0ZM16 16l4.5 4.5' };
export const iconLargeText: IconShape = { line: 'm3 18 4.5-12L12 18M4.6 14h5.8M14 18l3-8 3.5 8M15.2 15.3h4.2' };
export const iconShare: IconShape = {
  line: 'M15.5 5.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0ZM3.5 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0ZM15.5 18.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0ZM8.2 10.9l7.6-4.2M8.2 13.1l7.6 4.2',
};
export const iconPhone: IconShape = {
  line: 'M6.2 3.8h3l1.5 4-2 1.6a11.5 11.5 0 0 0 5.9 5.9l1.6-2 4 1.5v3a2 2 0 0 1-2.2 2A16 16 0 0 1 4.2 6a2 2 0 0 1 2-2.2Z',
};
export const iconDocument: IconShape = {
  line: 'M6 3.5h8l4 4V19a1.5 1.5 0 0 1-1.5 1.5h-10.5A1.5 1.5 0 0 1 4.5 19V5A1.5 1.5 0 0 1 6 3.5ZM13.5 3.5V8H18M8 12.5h7M8 16h5',
};
export const iconCard: IconShape = {
  line: 'M5.5 5h13a2.5 2.5 0 0 1 2.5 2.5v9a2.5 2.5 0 0 1-2.5 2.5h-13a2.5 2.5 0 0 1-2.5-2.5v-9a2.5 2.5 0 0 1 2.5-2.5ZM6.5 11a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM5.5 16c.4-1.7 1.5-2.5 3-2.5s2.6.8 3 2.5M14.5 10h3.5M14.5 13.5h3.5',
};
