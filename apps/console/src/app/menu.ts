import type { StaffSelfValue } from '@huimin/contract/console';
import type { StaffPermission } from '@huimin/contract/vocabulary';
import { type ComponentType, createContext, useContext } from 'react';

/** The menu's groups, in their order. */
const GROUPS = ['经营', '服务', '产品', '证据', '系统', '监管'] as const;

/** The menu's groups for somebody: whoever inspects begins with what that needs. */
export function groupsOf({ roles }: Pick<StaffSelfValue, 'roles'>): readonly (typeof GROUPS)[number][] {
  return roles.includes('regulator') ? [...GROUPS].sort((a, b) => Number(b === '监管') - Number(a === '监管')) : GROUPS;
}

export interface ConsolePage {
  /** Below `/hmb-js26/console`; `:name` is a part that differs. */
  readonly path: string;
  readonly title: string;
  readonly group: (typeof GROUPS)[number];
  /** One of these permissions; `self`: everybody who is signed in. */
  readonly who: 'self' | readonly StaffPermission[];
  /** Null: not in the menu, reached from another page, whose path is then `parent`. */
  readonly icon: string | null;
  readonly parent?: string;
  /** How much waits there. */
  badge?(self: StaffSelfValue): number;
  /** Where a number typed into the search box leads; null when it is none of this page's. */
  find?(text: string): string | null;
  /** Whether somebody can be looked for there by the number of a paper or a phone, which no address holds. */
  readonly findsPeople?: true;
  load(): Promise<{ default: ComponentType }>;
}

export function mayOpen(page: ConsolePage, self: StaffSelfValue): boolean {
  return page.who === 'self' || page.who.some((permission) => self.permissions.includes(permission));
}

const Pages = createContext<readonly ConsolePage[]>([]);
export const PagesProvider = Pages.Provider;

/** All pages, for a page that speaks of others: the registry itself loads that page. */
export function usePages(): readonly ConsolePage[] {
  return useContext(Pages);
}
