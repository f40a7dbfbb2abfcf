import { readFileSync } from 'node:fs';
import { KEPT_PARAMETERS } from '@huimin/domain/share';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../apps/storefront/src/app/route-table.ts';

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly title: string | null;
  readonly wxAuth: boolean;
  readonly aliases?: readonly string[];
  readonly noCache?: true;
}

const facts = JSON.parse(readFileSync(new URL('../facts/routes.json', import.meta.url), 'utf8')) as {
  keptQuery: string[];
  routes: Screen[];
};

/** The specification names titles in English; null is the product's own name. */
const TITLES: Readonly<Record<string, string | null>> = {
  '(product name)': null,
  'add insured': '添加被保险人',
  'adjustment calculation query': '理算结果',
  'apply refund': '申请退保',
  'article sharing': '文章分享',
  booking: '预约',
  'cancel success': '取消成功',
  'choose insured': '选择被保险人',
  'choose outlet': '服务网点',
  'confirm payment': '确认支付',
  'friendly reminder': '温馨提示',
  'group order booking entry': '团体参保预约',
  'health service manual': '健康服务手册',
  'insurance payment voucher': '保险凭证',
  'love certificate': '爱心证书',
  'lucky draw': '健康小礼',
  'modify payer info': '修改缴费人信息',
  'modify personal info': '修改个人信息',
  'my family': '我的家庭',
  'my orders': '我的订单',
  'not on sale yet': '暂未开售',
  'order details': '订单详情',
  'payment failed': '支付失败',
  'payment success': '支付成功',
  'personal centre': '个人中心',
  'personal info': '个人信息',
  'policy query': '保单查询',
  'pre-existing condition query': '既往症查询',
  'refund confirm': '确认退保',
  'related agreements': '相关协议',
  'special drugs': '特药目录',
};

describe('the specification’s screens', () => {
  test('there are 77 of them, under one name and one address each', () => {
    expect(facts.routes).toHaveLength(77);
    const addresses = ROUTES.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
    expect(ROUTES.map(({ name }) => name).filter((name, index, all) => all.indexOf(name) !== index)).toEqual([]);
  });

  test.each(facts.routes)('$name', ({ name, path, title, wxAuth, aliases = [], noCache = false }) => {
    const found = ROUTES.filter((one) => one.name === name);
    const seen = found.map((route) => ({
      ...{ path: route.path, title: route.title, aliases: route.aliases ?? [] },
      ...{ wxAuth: route.wxAuth ?? false, noCache: route.cached === false },
    }));
    const named = title === null ? expect.stringMatching(/\p{Script=Han}{2,}/u) : TITLES[title];
    expect(seen).toEqual([{ path, title: named, aliases, wxAuth, noCache }]);
  });

  test('every screen beside them has a name that none of them has in any spelling', () => {
    const known = new Set(facts.routes.map(({ name }) => name.toLowerCase()));
    const own = ROUTES.filter(({ name }) => !facts.routes.some((screen) => screen.name === name));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ name }) => known.has(name.toLowerCase()))).toEqual([]);
  });

  test('the query parameters that every navigation keeps', () => {
    expect([...KEPT_PARAMETERS].sort()).toEqual([...facts.keptQuery].sort());
  });
});
