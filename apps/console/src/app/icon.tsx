/** Line drawings of one hand, 24 by 24. */
const SHAPES: Readonly<Record<string, string>> = {
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.6-3.6 3.2-5.5 6.5-5.5s5.9 1.9 6.5 5.5M16 4.4a3.5 3.5 0 0 1 0 6.3M18 14.9c2 .7 3.2 2.4 3.5 5.1',
  person:
    'M3 5h18v14H3ZM8.5 13a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5.5 16.5c.4-1.7 1.5-2.5 3-2.5s2.6.8 3 2.5M14.5 10h3.5M14.5 13.5h3.5',
  bars: 'M4 20h16M7 16.5v-5M12 16.5V6M17 16.5V9',
  two: 'M4 12.5l3 3 5-6M12 15.5l1 1 6.5-7.5M4 5h16M4 20h16',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  lock: 'M5 10.5h14V20H5ZM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2',
  shield: 'M12 3 5 5.6v5.6c0 4.4 2.9 8 7 9.8 4.1-1.8 7-5.4 7-9.8V5.6ZM8.8 12l2.3 2.3 4.2-4.4',
  play: 'M7 4.5v15l12-7.5Z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5l5 5',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5.2l3.5 2',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.7h.01',
  bell: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15ZM10 20.5h4',
  export: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 19.5h15',
  check: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM7.8 12.3l2.9 2.9 5.6-5.9',
  warn: 'M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17h.01',
  refund: 'M4.5 9.5h11a4.5 4.5 0 0 1 0 9H9M8 5.5l-4 4 4 4',
  orders: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  copy: 'M8.5 8.5h11v11h-11ZM15.5 8.5V6.5a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2',
  back: 'm15 6-6 6 6 6',
  close: 'M6 6l12 12M18 6 6 18',
  hidden:
    'M4 4l16 16M10 6c.7-.2 1.3-.3 2-.3 4 0 7.5 2.3 9.5 6.3-.7 1.4-1.6 2.6-2.7 3.6M6.5 7.8C4.9 8.8 3.5 10.2 2.5 12c2 4 5.5 6.3 9.5 6.3 1.5 0 2.9-.3 4.2-.9M10 10a3 3 0 0 0 4.1 4.1',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M18.4 5.6l-1.8 1.8M7.4 16.6l-1.8 1.8',
  page: 'M6 3.5h8l4.5 4.5v12.5H6ZM14 3.5V8h4.5M9 12.5h6.5M9 16h6.5',
  scales: 'M12 4v16M7 20h10M5 7.5h14M5 7.5 2.5 13.5a2.7 2.7 0 0 0 5 0ZM19 7.5l-2.5 6a2.7 2.7 0 0 0 5 0Z',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9.5',
};

export function Icon({ name, size = 18 }: { name: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
