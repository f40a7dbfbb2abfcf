import '../ui/later-tokens.css';
import '../ui/later-parts.css';
import { recordedOf } from '../recording/recorded-routes.ts';
import { HOME_ROUTE } from './home-route.ts';
import type { Route } from './route.ts';

const CHANGE = () => import('../pages/change/change-page.tsx');
const PAYER = { title: '修改缴费人信息', wxAuth: true, load: CHANGE } as const;
const PAY = { title: '确认支付', wxAuth: true, next: ['payLoading', 'paySuccess'] } as const;
const PAID = { title: '支付成功', load: () => import('../pages/pay/pay-success-page.tsx') } as const;
const REFUND = { title: '申请退保', load: () => import('../pages/refund/refund-page.tsx') } as const;
const VOUCHER = { title: '保险凭证', cached: false, load: () => import('../pages/policies/voucher-page.tsx') } as const;
const PRE_EXISTING = {
  title: '既往症查询',
  next: ['faceCheck'],
  load: () => import('../pages/pre-existing/pre-existing-page.tsx'),
} as const;
const BOOKING = {
  title: '预约',
  wxAuth: true,
  next: ['bookSuccessfully'],
  load: () => import('../pages/booking/booking-page.tsx'),
} as const;
const OUTLET = { title: '服务网点', load: () => import('../pages/outlets/outlets-page.tsx') } as const;
const LOVE = { title: '爱心证书', load: () => import('../pages/love/love-page.tsx') } as const;
const ARTICLE = { title: '文章分享', wxAuth: true, load: () => import('../pages/article/article-page.tsx') } as const;
const LOGIN = { title: '登录', wxAuth: true, next: ['beforeAuthUser', 'beforeAdd'] } as const;

/** Every screen of the specification (section 2), and what is our own beside them. A path that is not shown there is `/` and the route's name. */
const SCREENS: readonly Route[] = [
  HOME_ROUTE,
  { name: 'login', path: '/Login', aliases: ['/login'], ...LOGIN, load: () => import('../pages/login/login-page.tsx') },
  { name: 'user_login', path: '/user_login', title: '登录', load: () => import('../pages/login/login-page.tsx') },
  {
    name: 'mysure',
    path: '/mysure',
    title: '我的参保',
    wxAuth: true,
    load: () => import('../pages/ways/my-cover-page.tsx'),
  },
  {
    name: 'mid',
    path: '/mid',
    title: '中途参保',
    wxAuth: true,
    next: ['beforeAuthUser'],
    load: () => import('../pages/ways/mid-page.tsx'),
  },
  { name: 'updateNew', path: '/updateNew', ...PAYER },
  { name: 'update', path: '/update', ...PAYER },
  { name: 'updateMid', path: '/updateMid', ...PAYER },
  { name: 'update1', path: '/update1', ...PAYER },
  { name: 'beforeUpdate', path: '/beforeUpdate', ...PAYER },
  { name: 'beforeUpdateNew', path: '/beforeUpdateNew', ...PAYER },
  { name: 'beforeOther', path: '/beforeOther', ...PAYER },
  { name: 'payLoading', path: '/payLoading', ...PAY, load: () => import('../pages/pay/pay-loading-page.tsx') },
  { name: 'payMidLoading', path: '/payMidLoading', ...PAY, load: () => import('../pages/pay/pay-loading-page.tsx') },
  { name: 'pay', path: '/pay', ...PAY, load: () => import('../pages/pay/pay-page.tsx') },
  { name: 'payMid', path: '/payMid', ...PAY, load: () => import('../pages/pay/pay-page.tsx') },
  { name: 'paySuccess', path: '/paySuccess', ...PAID },
  { name: 'payMidSuccess', path: '/payMidSuccess', ...PAID },
  { name: 'paySuccessSubscribed', path: '/paySuccessSubscribed', ...PAID },
  {
    name: 'payFail',
    path: '/payFail',
    title: '支付失败',
    wxAuth: true,
    load: () => import('../pages/pay/pay-fail-page.tsx'),
  },
  { name: 'pay_error', path: '/pay_error', title: '温馨提示', load: () => import('../pages/pay/pay-error-page.tsx') },
  {
    name: 'noSale',
    path: '/noSale',
    title: '暂未开售',
    cached: false,
    load: () => import('../pages/home/no-sale-page.tsx'),
  },
  {
    name: 'company',
    path: '/company',
    title: '团体参保预约',
    wxAuth: true,
    load: () => import('../pages/group/company-page.tsx'),
  },
  // Of this product's own: what follows a company's booking, for its contact person and for those it insures.
  {
    name: 'groupProgress',
    path: '/groupProgress',
    title: '团体参保进度',
    wxAuth: true,
    load: () => import('../pages/group/group-progress-page.tsx'),
  },
  { name: 'groupPay', path: '/groupPay', title: '对公转账', load: () => import('../pages/group/group-pay-page.tsx') },
  {
    name: 'groupPeople',
    path: '/groupPeople',
    title: '名单里的人',
    load: () => import('../pages/group/group-people-page.tsx'),
  },
  {
    name: 'groupConfirm',
    path: '/groupConfirm',
    title: '确认参保',
    load: () => import('../pages/group/group-confirm-page.tsx'),
  },
  {
    name: 'myAccount',
    path: '/myAccount',
    title: '个人中心',
    next: ['orders', 'voucher_list', 'info', 'agreement'],
    wxAuth: true,
    load: () => import('../pages/my/my-account-page.tsx'),
  },
  { name: 'beforeLogin', path: '/beforeLogin', title: '登录', load: () => import('../pages/login/login-page.tsx') },
  {
    name: 'beforeIndex',
    path: '/beforeIndex',
    title: '参保',
    next: ['beforeAuthUser'],
    load: () => import('../pages/ways/early-page.tsx'),
  },
  {
    name: 'beforeConfirm',
    path: '/beforeConfirm',
    title: '核对参保信息',
    next: ['pay'],
    load: () => import('../pages/insure/confirm-page.tsx'),
  },
  {
    name: 'beforeAuthUser',
    path: '/beforeAuthUser',
    title: '选择被保险人',
    next: ['beforeAdd', 'beforeConfirm'],
    load: () => import('../pages/insure/choose-insured-page.tsx'),
  },
  {
    name: 'beforeAddDesc',
    path: '/beforeAddDesc',
    title: '添加被保险人',
    load: () => import('../pages/insure/add-insured-reasons-page.tsx'),
  },
  {
    name: 'beforeAdd',
    path: '/beforeAdd',
    title: '添加被保险人',
    next: ['beforeAuthUser'],
    load: () => import('../pages/insure/add-insured-page.tsx'),
  },
  {
    name: 'orders',
    path: '/orders',
    title: '我的订单',
    next: ['orderDetail', 'pay'],
    load: () => import('../pages/my/orders-page.tsx'),
  },
  {
    name: 'orderDetail',
    path: '/orderDetail',
    title: '订单详情',
    next: ['voucher', 'pay'],
    load: () => import('../pages/my/order-detail-page.tsx'),
  },
  // Of this product's own: who is insured by a relative says so; for the payer, and for whoever is asked.
  {
    name: 'familyAsk',
    path: '/familyAsk',
    title: '请家人本人确认',
    load: () => import('../pages/family-consent/family-ask-page.tsx'),
  },
  {
    name: 'familyConfirm',
    path: '/familyConfirm',
    title: '请您确认',
    load: () => import('../pages/family-consent/family-confirm-page.tsx'),
  },
  // Of this product's own: papers for who joins after the main window.
  {
    name: 'midApply',
    path: '/midApply',
    title: '中途参保资格',
    load: () => import('../pages/ways/mid-apply-page.tsx'),
  },
  // Not in the specification: the story of an order's money.
  {
    name: 'orderMoney',
    path: '/orderMoney',
    title: '付款和退款记录',
    load: () => import('../pages/my/order-money-page.tsx'),
  },
  // Of this product's own: ways to keep a paper where no PDF can be saved.
  { name: 'paper', path: '/paper', title: '保存文件', load: () => import('../pages/policies/paper-page.tsx') },
  // Of this product's own: the specification has calls for it and no screen.
  {
    name: 'withhold',
    path: '/withhold',
    title: '自动扣费管理',
    next: ['withhold-confirm'],
    load: () => import('../pages/withhold/withhold-page.tsx'),
  },
  {
    name: 'withhold-confirm',
    path: '/withhold-confirm',
    title: '确认自动扣费',
    load: () => import('../pages/withhold/withhold-confirm-page.tsx'),
  },
  // As well: calls for it, no screen.
  {
    name: 'renew',
    path: '/renew',
    title: '续保',
    next: ['renew-check'],
    load: () => import('../pages/renew/renew-page.tsx'),
  },
  {
    name: 'renew-check',
    path: '/renew-check',
    title: '核对家人信息',
    next: ['beforeConfirm', 'beforeAdd'],
    load: () => import('../pages/renew/renew-check-page.tsx'),
  },
  // Of this product's own as well: proving who one is, before and after the provider's page.
  {
    name: 'faceCheck',
    path: '/faceCheck',
    title: '核对本人',
    load: () => import('../pages/identity/face-check-page.tsx'),
  },
  {
    name: 'upgrade',
    path: '/upgrade',
    title: '保单升级',
    next: ['pay'],
    load: () => import('../pages/insure/upgrade-page.tsx'),
  },
  {
    name: 'editions',
    path: '/editions',
    title: '各版对比',
    load: () => import('../pages/home/editions-page.tsx'),
  },
  { name: 'fixInfoDetail', path: '/fixInfoDetail', title: '修改个人信息', load: CHANGE },
  { name: 'refundReason', path: '/refundReason', ...REFUND, title: '退保原因' },
  { name: 'refund-confirm', path: '/refund-confirm', ...REFUND },
  { name: 'refund-confirm-new', path: '/refund-confirm-new', ...REFUND },
  { name: 'refund-reason', path: '/refund-reason', ...REFUND },
  { name: 'refund-reason-new', path: '/refund-reason-new', ...REFUND },
  { name: 'refund-step1', path: '/refund-step1', ...REFUND },
  { name: 'refund-step2', path: '/refund-step2', ...REFUND, title: '确认退保' },
  {
    name: 'order-cancel',
    path: '/order-cancel',
    title: '取消成功',
    load: () => import('../pages/my/order-cancel-page.tsx'),
  },
  { name: 'voucher', path: '/voucher', ...VOUCHER },
  { name: 'voucher_new', path: '/voucher_new', ...VOUCHER },
  {
    name: 'voucher_list',
    path: '/voucher_list',
    ...VOUCHER,
    next: ['voucher'],
    load: () => import('../pages/policies/voucher-list-page.tsx'),
  },
  {
    name: 'agreement',
    path: '/agreement',
    title: '相关协议',
    load: () => import('../pages/home/agreement-page.tsx'),
  },
  {
    name: 'agree_bxtk',
    path: '/agree_bxtk',
    title: '保险条款',
    load: () => import('../pages/home/clauses-page.tsx'),
  },
  // Of this product's own: another phone for the account, and its security.
  {
    name: 'recoverAccount',
    path: '/recoverAccount',
    title: '找回账号',
    load: () => import('../pages/account/recover-page.tsx'),
  },
  {
    name: 'changePhone',
    path: '/changePhone',
    title: '更换手机号',
    load: () => import('../pages/account/change-phone-page.tsx'),
  },
  {
    name: 'loginHistory',
    path: '/loginHistory',
    title: '登录记录',
    load: () => import('../pages/account/login-history-page.tsx'),
  },
  {
    name: 'ownData',
    path: '/ownData',
    title: '我的个人信息',
    load: () => import('../pages/account/own-data-page.tsx'),
  },
  {
    name: 'messages',
    path: '/messages',
    title: '消息',
    cached: false,
    load: () => import('../pages/messages/messages-page.tsx'),
  },
  {
    name: 'complaints',
    path: '/complaints',
    title: '投诉',
    load: () => import('../pages/complaints/complaints-page.tsx'),
  },
  {
    name: 'holderList',
    path: '/holderList',
    title: '往年参保名单',
    load: () => import('../pages/account/holder-list-page.tsx'),
  },
  { name: 'info', path: '/info', title: '个人信息', load: () => import('../pages/my/info-page.tsx') },
  {
    name: 'test',
    path: '/test',
    title: '手机自检',
    load: () => import('../pages/self-check/self-check-page.tsx'),
  },
  {
    name: 'order_search',
    path: '/order_search',
    title: '保单查询',
    next: ['order_search_list'],
    load: () => import('../pages/policy-search/search-page.tsx'),
  },
  {
    name: 'order_search_list',
    path: '/order_search_list',
    title: '保单查询',
    load: () => import('../pages/policy-search/search-list-page.tsx'),
  },
  { name: 'order_search_new', path: '/order_search_new', ...PRE_EXISTING },
  { name: 'order_search_new1', path: '/order_search_new1', ...PRE_EXISTING },
  {
    name: 'order_search_new2',
    path: '/order_search_new2',
    title: '理算结果',
    load: () => import('../pages/claims/adjustment-page.tsx'),
  },
  // Of this product's own: what insurers say of claims.
  {
    name: 'claims',
    path: '/claims',
    title: '理赔结果',
    next: ['claimDetail', 'order_search_new2'],
    load: () => import('../pages/claims/claims-page.tsx'),
  },
  {
    name: 'claimDetail',
    path: '/claimDetail',
    title: '理赔详情',
    next: ['order_search_new2'],
    load: () => import('../pages/claims/claim-detail-page.tsx'),
  },
  {
    name: 'home-list',
    path: '/home-list',
    title: '我的家庭',
    next: ['beforeAdd', 'beforeAuthUser'],
    load: () => import('../pages/family/family-page.tsx'),
  },
  {
    name: 'lsjsfwsc',
    path: '/lsjsfwsc',
    title: '健康服务手册',
    load: () => import('../pages/services/health-manual-page.tsx'),
  },
  {
    name: 'cart-shop',
    path: '/cart-shop',
    title: '特药目录',
    next: ['drugApply', 'drugCases'],
    load: () => import('../pages/drugs/drug-list-page.tsx'),
  },
  // Of this product's own: papers for a listed drug, and how applications stand.
  {
    name: 'drugApply',
    path: '/drugApply',
    title: '申请用药',
    load: () => import('../pages/drugs/drug-apply-page.tsx'),
  },
  {
    name: 'drugCases',
    path: '/drugCases',
    title: '我的用药申请',
    load: () => import('../pages/drugs/drug-cases-page.tsx'),
  },
  { name: 'lucky', path: '/lucky', title: '健康小礼', load: () => import('../pages/lucky/lucky-page.tsx') },
  // Of this product's own: a draw worked out again in the browser.
  {
    name: 'luckyCheck',
    path: '/luckyCheck',
    title: '核对抽签',
    load: () => import('../pages/lucky/lucky-check-page.tsx'),
  },
  { name: 'yuyue', path: '/yuyue', ...BOOKING },
  { name: 'yuyue2026', path: '/yuyue2026', ...BOOKING },
  {
    name: 'yuyue2026post',
    path: '/yuyue2026post',
    ...BOOKING,
    load: () => import('../pages/booking/booking-poster-page.tsx'),
  },
  {
    name: 'bookSuccessfully',
    path: '/bookSuccessfully',
    title: '预约成功',
    load: () => import('../pages/booking/booking-done-page.tsx'),
  },
  { name: 'branch', path: '/branch', ...OUTLET },
  { name: 'ntbranch', path: '/ntbranch', ...OUTLET },
  { name: 'cbc', path: '/cbc', ...OUTLET },
  { name: 'czbranch', path: '/czbranch', ...OUTLET },
  { name: 'jsbranch', path: '/jsbranch', ...OUTLET },
  { name: 'yzbranch', path: '/yzbranch', ...OUTLET },
  { name: 'sqbranch', path: '/sqbranch', ...OUTLET },
  { name: 'suqbranch', path: '/suqbranch', ...OUTLET },
  { name: 'love', path: '/love', ...LOVE },
  { name: 'love-list', path: '/love-list', ...LOVE },
  { name: 'love-index', path: '/love-index', ...LOVE },
  {
    name: 'temp-login',
    path: '/temp-login',
    title: '网点协助',
    next: ['temp-index', 'temp-confirm'],
    load: () => import('../pages/assisted/temp-login-page.tsx'),
  },
  {
    name: 'temp-index',
    path: '/temp-index',
    title: '网点协助',
    load: () => import('../pages/assisted/temp-index-page.tsx'),
  },
  {
    name: 'temp-confirm',
    path: '/temp-confirm',
    title: '核对参保信息',
    next: ['pay'],
    load: () => import('../pages/assisted/temp-confirm-page.tsx'),
  },
  // Of this product's own: the elements that screens share, for designers and testers.
  {
    name: 'elements',
    path: '/elements',
    title: '界面组件',
    load: () => import('../pages/elements/elements-page.tsx'),
  },
  { name: 'link', path: '/link', ...ARTICLE },
  { name: 'webview', path: '/webview', ...ARTICLE },
];

export const ROUTES: readonly Route[] = SCREENS.map((route) =>
  recordedOf(route.name) === 'whole' && !route.recorded ? { ...route, recorded: true } : route,
);
