export { checkOutletRow, OUTLET_HEADINGS, type OutletColumn, outletCells, outletColumns } from './check-outlet.ts';
export { distanceM, distanceText, type Place, wgsToGcj } from './distance.ts';
export { MAP_ORIGINS, mapLink } from './map-link.ts';
export {
  inChannel,
  OUTLET_CHANNELS,
  OUTLET_SERVICES,
  type Outlet,
  type OutletChannel,
  type OutletService,
} from './outlet.ts';
