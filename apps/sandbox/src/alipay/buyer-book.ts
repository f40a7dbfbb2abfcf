/** One person with an Alipay account, as the sandbox plays them. */
export type Buyer = { userId: string; openId: string; logonId: string; nickname: string };

/** Which identity the application is given: applications made since 2023 get the open id only. */
export type BuyerIdentity = 'user-id' | 'open-id';

export type BuyerBook = {
  list(): Buyer[];
  find(userId: string): Buyer | undefined;
  add(buyer: Buyer): void;
  /** Back to the people of the start. */
  reset(): void;
  /** The identity fields under the names of this kind of answer. */
  identity(buyer: Buyer, names: { userId: string; openId: string }): Record<string, string>;
};

const START_BUYERS: readonly Buyer[] = [
  {
    userId: '2088000000000001',
    openId: '074a1CcTG1LelxKe4xQC0zgNdId0nxi95b5lsNpazWYoC',
    logonId: 'san***@example.cn',
    nickname: '江边小筑',
  },
  {
    userId: '2088000000000002',
    openId: '018bQ4zVfWtR7mK2yPxL9sHdJ0eUcA6nT3gBiOqEwYkZr',
    logonId: '139****0002',
    nickname: '早睡早起',
  },
];

/** The people who may pay and log in; the first one is the default. */
export function createBuyerBook(identity: BuyerIdentity): BuyerBook {
  let buyers = [...START_BUYERS];
  return {
    list: () => [...buyers],
    find: (userId) => buyers.find((buyer) => buyer.userId === userId),
    add: (buyer) => {
      buyers = [...buyers.filter((other) => other.userId !== buyer.userId), buyer];
    },
    reset: () => {
      buyers = [...START_BUYERS];
    },
    identity: (buyer, names) =>
      identity === 'open-id' ? { [names.openId]: buyer.openId } : { [names.userId]: buyer.userId },
  };
}
