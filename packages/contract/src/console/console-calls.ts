import * as agreements from './agreements/index.ts';
import * as bookings from './bookings/index.ts';
import * as catalogue from './catalogue/index.ts';
import * as changes from './changes/index.ts';
import * as channels from './channels/index.ts';
import * as complaints from './complaints/index.ts';
import * as content from './content/index.ts';
import * as dictionaries from './dictionaries/index.ts';
import * as editions from './editions/index.ts';
import * as exits from './exits/index.ts';
import * as groups from './groups/index.ts';
import * as imports from './imports/index.ts';
import * as inspection from './inspection/index.ts';
import * as lucky from './lucky/index.ts';
import * as messages from './messages/index.ts';
import * as orders from './orders/index.ts';
import * as pages from './pages/index.ts';
import * as people from './people/index.ts';
import * as reconciliation from './reconciliation/index.ts';
import * as replay from './replay/index.ts';
import * as reports from './reports/index.ts';
import * as reviews from './reviews/index.ts';
import * as rights from './rights/index.ts';
import * as staff from './staff/index.ts';
import * as tableExports from './table-exports/index.ts';
import * as upkeep from './upkeep/index.ts';

/** Every call of the operators' console, by its name. */
export const consoleCalls = {
  ...staff,
  ...replay,
  ...reconciliation,
  ...tableExports,
  ...editions,
  ...pages,
  ...orders,
  ...reviews,
  ...reports,
  ...people,
  ...changes,
  ...groups,
  ...bookings,
  ...rights,
  ...messages,
  ...complaints,
  ...upkeep,
  ...content,
  ...catalogue,
  ...inspection,
  ...channels,
  ...imports,
  ...dictionaries,
  ...agreements,
  ...lucky,
  ...exits,
};

export type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;
