export { cityCodeOf, currentRegionCode, isInsurableRegion, placeNameLookup, regionDisplayText } from './place-name.ts';
export { CITIES, type Region, SUZHOU_CODE, SUZHOU_DISTRICTS, WITHDRAWN_DISTRICTS } from './regions.ts';
