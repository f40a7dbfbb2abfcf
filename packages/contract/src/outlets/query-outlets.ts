import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { CityCode, OutletChannelName, OutletView } from './outlet-schemas.ts';

/** The outlets of a city in a channel's list, and which cities have any; search and distance are the phone's own work */
export const queryOutlets = defineCall({
  name: 'queryOutlets',
  topic: 'outlets',
  method: 'GET',
  path: '/api/v1/outlet/list',
  summary:
    "The outlets of a city in a channel's list, and which cities have any; search and distance are the phone's own work",
  input: Type.Object({
    channel: Type.Optional(OutletChannelName),
    /** Left out: the city with the most outlets. */
    cityCode: Type.Optional(CityCode),
  }),
  output: Type.Object({
    cities: Type.Array(Type.Object({ cityCode: CityCode, name: Type.String(), count: Type.Integer() })),
    cityCode: Type.Union([CityCode, Type.Null()]),
    outlets: Type.Array(OutletView),
  }),
  overlay: false,
  specified: false,
});
