import type { IconShape } from './icon-shape.ts';

const DISC = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z';
export const iconPlus: IconShape = { line: 'M12 5v14M5 12h14' };
export const iconArrowRight: IconShape = { line: 'M5 12h14M13.5 6.5 19 12l-5.5 5.5' };
export const iconChevronLeft: IconShape = { line: 'm15 6-6 6 6 6' };
export const iconCalendar: IconShape = {
  line: 'M5.5 5.5h13A1.5 1.5 0 0 1 20 7v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19V7a1.5 1.5 0 0 1 1.5-1.5ZM4 10h16M8 3.5v4M16 3.5v4',
  mark: 'M8 14h.01M12 14h.01M16 14h.01M8 17h.01M12 17h.01',
  markWidth: 2.2,
};
export const iconUncovered: IconShape = {
  line: 'M12 3.5a8.5 8.5 0 0 1 3.3.7M18 6a8.5 8.5 0 0 1 2 3M20.4 13.5a8.5 8.5 0 0 1-1.6 3.6M16 19.5a8.5 8.5 0 0 1-3.4 1M9 20a8.5 8.5 0 0 1-3-2M4 15a8.5 8.5 0 0 1-.4-3.6M4.6 7.8A8.5 8.5 0 0 1 7 5',
};
export const iconChevronDown: IconShape = { line: 'm6 9 6 6 6-6' };
export const iconCheckCircle: IconShape = { solid: DISC, mark: 'm7.8 12.3 2.9 2.9 5.6-5.9', markWidth: 2.2 };
export const iconError: IconShape = { solid: DISC, mark: 'M12 7v6M12 16.5h.01', markWidth: 2.4 };
export const iconCrossCircle: IconShape = { line: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM9 9l 6 6M15 9l-6 6' };
export const iconWarning: IconShape = { line: 'M12 4 2.8 19.8h18.4Z', mark: 'M12 10v4.6M12 17.2h.01', markWidth: 2.2 };
export const iconBankCard: IconShape = {
  line: 'M5.5 5.5h13A2.5 2.5 0 0 1 21 8v8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16V8a2.5 2.5 0 0 1 2.5-2.5ZM3 10h18M6.5 14.5h4',
};
export const iconPill: IconShape = {
  line: 'M5.5 12.85l7.35-7.35a4 4 0 0 1 5.65 5.65l-7.35 7.35a4 4 0 0 1-5.65-5.65ZM9.2 9.2l5.6 5.6',
};
export const iconPeople: IconShape = {
  line: 'M5.8 8.5a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0ZM3 19.5c.3-3.6 2.7-5.8 6-5.8s5.7 2.2 6 5.8M15.5 5.7a3 3 0 0 1 0 5.7M17 14.3c2.3.6 3.8 2.5 4 5.2',
};
export const iconPerson: IconShape = {
  line: 'M8.2 8a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0ZM4.5 20c.5-4 3.5-6.3 7.5-6.3s7 2.3 7.5 6.3',
};
export const iconPin: IconShape = {
  line: 'M12 20.5S5.5 15 5.5 10a6.5 6.5 0 0 1 13 0c0 5-6.5 10.5-6.5 10.5ZM12 10h.01',
};
export const iconHospital: IconShape = {
  line: 'M4 20.5h16M6 20V5.5A1.5 1.5 0 0 1 7.5 4h9A1.5 1.5 0 0 1 18 5.5V20M12 7.5v5M9.5 10h5M10 20v-4h4v4',
};
export const iconShield: IconShape = {
  line: 'M12 3 5 5.6v5.6c0 4.4 2.9 8 7 9.8 4.1-1.8 7-5.4 7-9.8V5.6ZM8.8 12l2.3 2.3 4.2-4.4',
};
export const iconList: IconShape = { line: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01' };
export const iconEye: IconShape = {
  line: 'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12ZM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0Z',
};
export const iconEyeOff: IconShape = {
  line: 'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12ZM4 20 20 4',
};
export const iconPencil: IconShape = { line: 'm4 20 .9-4L16 5a2.1 2.1 0 0 1 3 3L8 19.1ZM14.5 6.5l3 3' };
export const iconLock: IconShape = {
  line: 'M7 10.5h10a2 2 0 0 1 2 2v5.5a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-5.5a2 2 0 0 1 2-2ZM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2',
};
export const iconWallet: IconShape = {
  line: 'M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5h12A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8H6.3',
  mark: 'M15.5 13.7h.01',
  markWidth: 2.6,
};
export const iconReturn: IconShape = { line: 'M4.5 9.5h11a4.5 4.5 0 0 1 0 9H9M8 5.5l-4 4 4 4' };
export const iconHeart: IconShape = {
  line: 'M12 20s-8-4.700-8-10.600A4.600 4.600 0 0 1 12 6.300a4.600 4.600 0 0 1 8 3.100C20 15.300 12 20 12 20Z',
};
export const iconDownload: IconShape = { line: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14' };
export const iconPicture: IconShape = {
  line: 'M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5ZM8.5 7.8a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4ZM3.8 17.5l5-4.7 3.7 3.4 3-2.6 4.8 4.2',
};
export const iconCopy: IconShape = {
  line: 'M9 8.5h9A1.5 1.5 0 0 1 19.5 10v9a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 19v-9A1.5 1.5 0 0 1 9 8.5ZM4.5 15.5V5A1.5 1.5 0 0 1 6 3.5h9',
};
export const iconLeave: IconShape = {
  line: 'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
};
export const iconCamera: IconShape = {
  line: 'M4 8.5A1.5 1.5 0 0 1 5.5 7h2.7l1.3-2h5l1.3 2h2.7A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5ZM8.6 13a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0Z',
};
export const iconFace: IconShape = {
  line: 'M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M8.8 14.2c.9 1.2 2 1.7 3.2 1.7s2.3-.5 3.2-1.7',
  mark: 'M9 9.8h.01M15 9.8h.01',
  markWidth: 2.4,
};
export const iconAgain: IconShape = { line: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4h-4' };
export const iconHeadset: IconShape = {
  line: 'M5 13.5V12a7 7 0 0 1 14 0v1.5M5 13h.8a1.5 1.5 0 0 1 1.5 1.5v2.5a1.5 1.5 0 0 1-1.5 1.5H5a1.5 1.5 0 0 1-1.5-1.5v-2.5A1.5 1.5 0 0 1 5 13ZM18.2 13h.8a1.5 1.5 0 0 1 1.5 1.5v2.5a1.5 1.5 0 0 1-1.5 1.5h-.8a1.5 1.5 0 0 1-1.5-1.5v-2.5a1.5 1.5 0 0 1 1.5-1.5ZM18.5 18.5c0 1.6-1.8 2.5-4.5 2.5',
};
export const iconSim: IconShape = {
  line: 'M8 3.5h6l5 5V19a1.5 1.5 0 0 1-1.5 1.5h-10A1.5 1.5 0 0 1 6 19V5A1.5 1.5 0 0 1 7.5 3.5ZM9 12.5h7v5H9ZM12.5 12.5v5',
};
export const iconStethoscope: IconShape = {
  line: 'M6 4v5a4 4 0 0 0 8 0V4M10 13v2.5a4.5 4.5 0 0 0 9 0V13M17 11a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z',
};
export const iconNurse: IconShape = {
  line: 'M8.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0ZM5 20c.4-4 3-6.3 7-6.3s6.6 2.3 7 6.3M12 16v3M10.5 17.5h3',
};
export const iconCheckUp: IconShape = {
  line: 'M9 5H6.5A1.5 1.5 0 0 0 5 6.5V19a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V6.5A1.5 1.5 0 0 0 17.5 5H15M9 3.5h6v3H9ZM8.5 13.8l2.3 2.3 4.7-4.7',
};
export const iconPrint: IconShape = {
  line: 'M7 9V4h10v5M7 17H5.5A1.5 1.5 0 0 1 4 15.5v-5A1.5 1.5 0 0 1 5.5 9h13a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5H17M7 14h10v6H7Z',
};
export const iconGift: IconShape = {
  line: 'M5 10h14v9.5h-14ZM3 7h18v3H3ZM12 7v12.5M12 7c-1.5-3.5-5-4-5-2 0 1.5 2.5 2 5 2ZM12 7c1.5-3.5 5-4 5-2 0 1.5-2.5 2-5 2Z',
};
