// @vitest-environment happy-dom
import { POLICY_STATUS } from '@huimin/domain/policy';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { plainChannel } from '../../channel/plain.ts';
import { EnvironmentContext } from '../../context/environment.ts';
import { ProductContext } from '../../context/product-context.ts';
import { ScreenContext } from '../../context/screen-context.ts';
import { forgetLogin, rememberLogin } from '../../features/account/login-memory.ts';
import DrugCasesPage from '../drugs/drug-cases-page.tsx';
import DrugListPage from '../drugs/drug-list-page.tsx';
import HealthManualPage from './health-manual-page.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** A day of the year before the edition on show, which is on sale for the next. */
const TODAY = Date.parse('2025-11-20T10:00:00+08:00');
const SHOWN = productInfo.editionCode;
const policyOf = (year: number, status: number) => ({
  ...{ editionCode: `test${year - 2000}`, productName: `苏民安 ${year}`, status },
  validDate: `${year}-01-01`,
  invalidDate: `${year}-12-31`,
});
const lastYears = policyOf(2025, POLICY_STATUS.inForce);

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  box = document.createElement('div');
  root = createRoot(box);
  rememberLogin('190****0000');
});
afterEach(async () => {
  await act(async () => root.unmount());
  forgetLogin();
});

const SCREENS = [
  ['lsjsfwsc', HealthManualPage, ['healthServices', 'myHealthServices']],
  ['cart-shop', DrugListPage, ['specialDrugs']],
  ['drugCases', DrugCasesPage, ['drugApplications']],
] as const;

/** The editions that a screen asked about, by call. */
async function asked(
  Screen: (typeof SCREENS)[number][1],
  policies: readonly object[],
  search = '',
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const values: Record<string, object> = {
    selectListPolicy: { policies },
    healthServices: { editionYear: 2025, services: [] },
    myHealthServices: { people: [] },
    specialDrugs: { editionYear: 2025, drugs: [], pharmacies: [] },
    drugApplications: { tellsNews: true, people: [], applications: [] },
  };
  const call = async ({ name }: { name: string }, input: { productId?: string }) => {
    if (input.productId) found[name] = input.productId;
    return { ok: true, value: values[name] };
  };
  const sale = { window: 'insureing', notYetOnSale: false, flow: 'normal' } as const;
  await act(async () =>
    root.render(
      <ClientProvider value={{ call } as unknown as Client}>
        <EnvironmentContext value={{ serverClock: { now: () => TODAY, offsetMs: () => 0 }, channel: plainChannel }}>
          <ProductContext value={{ product: productInfo, sale }}>
            <ScreenContext value={{ navigator: { navigate: () => {}, goBack: () => {} }, search }}>
              <Screen />
            </ScreenContext>
          </ProductContext>
        </EnvironmentContext>
      </ClientProvider>,
    ),
  );
  return found;
}
const all = (names: readonly string[], edition: string) => Object.fromEntries(names.map((name) => [name, edition]));

test.each(SCREENS)(
  '%s: while next year is on show, whose cover runs sees that of the running cover',
  async (_, Screen, calls) => {
    expect(await asked(Screen, [lastYears])).toEqual(all(calls, 'test25'));
    const choice = [...box.querySelectorAll<HTMLInputElement>('input[name=cover-edition]')];
    expect(choice.map(({ value, checked }) => [value, checked])).toEqual([
      ['test25', true],
      [SHOWN, false],
    ]);
    await act(async () => choice[1]?.click());
    expect(box.querySelector<HTMLInputElement>('input[name=cover-edition]:checked')?.value).toBe(SHOWN);
  },
);

test.each(SCREENS)('%s: an address keeps the edition that was chosen', async (_, Screen, calls) => {
  expect(await asked(Screen, [lastYears], `edition=${SHOWN}`)).toEqual(all(calls, SHOWN));
});

test.each(SCREENS)(
  '%s: without cover, or with an edition that insures nobody of theirs, it is the one on show',
  async (_, Screen, calls) => {
    expect(await asked(Screen, [policyOf(2024, POLICY_STATUS.ended)], 'edition=test24')).toEqual(all(calls, SHOWN));
    expect(box.querySelector('input[name=cover-edition]')).toBeNull();
  },
);

test.each(SCREENS)('%s: who is not logged in is asked nothing and sees the one on show', async (_, Screen, calls) => {
  forgetLogin();
  expect(await asked(Screen, [lastYears])).toEqual(all(calls, SHOWN));
});
