export { searchOrders } from './search-orders.ts';
export { showOrderFigures } from './show-order-figures.ts';
