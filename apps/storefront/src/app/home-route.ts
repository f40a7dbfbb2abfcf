import { IndexPage } from '../pages/home/index-page.tsx';
import type { Route } from './route.ts';

/** The landing page: the one screen that comes with the app. The others' table is a chunk of its own. */
export const HOME_ROUTE: Route = {
  name: 'index',
  path: '/index',
  aliases: ['/'],
  title: null,
  wxAuth: true,
  cached: false,
  recorded: true,
  page: IndexPage,
  next: ['beforeAuthUser', 'login'],
};
