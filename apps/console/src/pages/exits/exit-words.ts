import type { ExitKindName } from '@huimin/contract/console';

/** What each kind is called, what it is for, and what its code does. */
export const EXIT_WORDS: Readonly<
  Record<ExitKindName, { readonly title: string; readonly note: string; readonly code: string }>
> = {
  'partner-page': {
    title: '合作渠道的页面',
    note: '居民从合作渠道的链接进来，点“前往”才去；对方得到城市、产品和一个只给它的编号',
    code: '渠道代码，放在链接里，以后不能改',
  },
  token: {
    title: '带令牌的合作页面',
    note: '登录的居民带一个加密的编号过去，里面没有姓名、证件号和手机号',
    code: '用途代码，对方的密钥按它生成，以后不能改',
  },
  'medical-app': {
    title: '医保 App 里的去处',
    note: '居民同意以后交出登录手机号，再到医保 App',
    code: '发给医保网关的代码，以后不能改',
  },
};
export const EXIT_KINDS_SHOWN = Object.keys(EXIT_WORDS) as ExitKindName[];
