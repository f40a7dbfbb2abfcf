import type { Shop } from '../integration/shop.ts';
import { button, pickRegion, readCode } from './journey.ts';
import type { Visit } from './stage.ts';

/** All of the form at #/company but the consent. */
export async function fillCompany(
  visit: Visit,
  shop: Shop,
  contact: { readonly name: string; readonly phone: string; readonly creditCode: string },
): Promise<void> {
  const { page } = visit;
  await page.getByLabel('单位名称').fill('示例科技（苏州）有限公司');
  await page.getByLabel('统一社会信用代码').fill(contact.creditCode.toLowerCase());
  await page.getByRole('button', { name: /单位所在地/ }).click();
  await pickRegion(page);
  await page.getByLabel('参保人数').fill('12');
  await page.getByText('预计保费 1,896.00 元').waitFor();
  await page.getByLabel('联系人', { exact: true }).fill(contact.name);
  await page.getByLabel('联系人手机号').fill(contact.phone);
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
  await page.getByLabel('短信验证码').fill(readCode(shop, contact.phone));
}
