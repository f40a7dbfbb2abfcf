import { Empty } from 'antd';
import type { ReactNode } from 'react';

/**
 * What the kit's table says without rows, as its `locale`. `isKnown`: an answer is there and was no failure; before, and
 * after one, nobody knows that there are none, and nothing is said.
 */
export const tableEmpty = (isKnown: boolean, description: ReactNode) => ({
  // Without anything the kit would say in its own words that there are none.
  emptyText: isKnown ? <Empty description={description} image={Empty.PRESENTED_IMAGE_SIMPLE} /> : <span />,
});
