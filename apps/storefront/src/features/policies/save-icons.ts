import type { IconShape } from '../../ui/index.ts';

export const iconPicture: IconShape = {
  line: 'M4.5 5h15a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5ZM3.5 16.500l4.700-4.700 4 4 3-3 5.300 5M15.500 9.200h.01',
};
export const iconMail: IconShape = {
  line: 'M4.500 5.500h15A1.500 1.500 0 0 1 21 7v10a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17V7a1.500 1.500 0 0 1 1.500-1.500ZM3.500 7l8.500 6 8.500-6',
};
export const iconLink: IconShape = {
  line: 'M10 14a4 4 0 0 0 6 .5l3-3a4.200 4.200 0 0 0-6-6l-1.200 1.200M14 10a4 4 0 0 0-6-.5l-3 3a4.200 4.200 0 0 0 6 6l1.200-1.200',
};
