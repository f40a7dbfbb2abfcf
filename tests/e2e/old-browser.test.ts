import { expect, test } from 'vitest';
import { heading } from './journey.ts';
import { cutOff, picture, violations } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('a browser in which the app does not start says so, on every address, with the phone number', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  // As iOS 13 is; what the app itself makes of it nobody sees.
  await visit.context.addInitScript(() => Reflect.deleteProperty(window, 'BigInt'));
  visit.expectTrouble(/page error|console/);
  for (const address of ['', '#/orders']) {
    await visit.open(address);
    await page.reload();
    await heading(page, '这部手机的版本太旧，打不开网上参保').waitFor();
    const call = page.getByRole('link', { name: /^打电话 400-065-1066$/ });
    expect(await call.getAttribute('href')).toBe('tel:4000651066');
    await expect.poll(() => page.locator('body > *').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
  }
  await picture(page, 'normal', 'old-browser');
});
