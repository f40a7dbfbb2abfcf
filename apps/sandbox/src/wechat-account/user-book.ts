/** One person with a WeChat account, as the sandbox plays them. */
export type SandboxUser = {
  openid: string;
  unionid: string;
  nickname: string;
  /** Follows the official account. */
  follows?: boolean;
};

export type UserBook = {
  list(): SandboxUser[];
  find(openid: string): SandboxUser | undefined;
  /** By the openid in the mini-program. */
  findInMini(openid: string): SandboxUser | undefined;
  add(user: SandboxUser): void;
  /** Back to the users of the start. */
  reset(): void;
};

const START_USERS: readonly SandboxUser[] = [
  { openid: 'oSandboxOpenid000000000001', unionid: 'oUnionSandbox0000000000001', nickname: '江边小筑', follows: true },
  { openid: 'oSandboxOpenid000000000002', unionid: 'oUnionSandbox0000000000002', nickname: '早睡早起' },
  { openid: 'oSandboxOpenid000000000003', unionid: 'oUnionSandbox0000000000003', nickname: '外婆的菜园' },
];

/** What somebody is called in the mini-program. */
export function miniOpenidOf({ openid }: SandboxUser): string {
  return `m${openid}`;
}

/** The people who may open a page or pay; the first one is the default. */
export function createUserBook(): UserBook {
  let users = [...START_USERS];
  return {
    list: () => [...users],
    find: (openid) => users.find((user) => user.openid === openid),
    findInMini: (openid) => users.find((user) => miniOpenidOf(user) === openid),
    add: (user) => {
      users = [...users.filter((other) => other.openid !== user.openid), user];
    },
    reset: () => {
      users = [...START_USERS];
    },
  };
}
