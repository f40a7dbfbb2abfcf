import { expect, it } from 'vitest';
import { loginRoute } from './login-address.ts';

it.each([
  ['https://shop.example.cn/#/orders', '/login'],
  ['https://shop.example.cn/#/beforeAuthUser', '/login'],
  ['https://shop.example.cn/#/orders?shareFrom=user', '/user_login'],
  ['https://shop.example.cn/?from=user#/orders', '/user_login'],
  ['https://shop.example.cn/#/user_login?for=settle', '/user_login'],
])('the login of %s is %s', (address, route) => {
  expect(loginRoute(address)).toBe(route);
});
