import * as account from './account/index.ts';
import * as assistedSale from './assisted-sale/index.ts';
import * as booking from './booking/index.ts';
import * as certificate from './certificate/index.ts';
import * as claims from './claims/index.ts';
import * as complaints from './complaints/index.ts';
import * as configuration from './configuration/index.ts';
import * as endorsement from './endorsement/index.ts';
import * as group from './group/index.ts';
import * as healthServices from './health-services/index.ts';
import * as identity from './identity/index.ts';
import * as inbox from './inbox/index.ts';
import * as insured from './insured/index.ts';
import * as insuredConsent from './insured-consent/index.ts';
import * as lucky from './lucky/index.ts';
import * as midYear from './mid-year/index.ts';
import * as order from './order/index.ts';
import * as outlets from './outlets/index.ts';
import * as partnerJump from './partner-jump/index.ts';
import * as payment from './payment/index.ts';
import * as policy from './policy/index.ts';
import * as policySearch from './policy-search/index.ts';
import * as preExisting from './pre-existing/index.ts';
import * as recording from './recording/index.ts';
import * as refund from './refund/index.ts';
import * as renewal from './renewal/index.ts';
import * as rights from './rights/index.ts';
import * as sharing from './sharing/index.ts';
import * as specialDrugs from './special-drugs/index.ts';
import * as support from './support/index.ts';
import * as upgrade from './upgrade/index.ts';
import * as uploads from './uploads/index.ts';
import * as withholding from './withholding/index.ts';

/** Every call, by its name. Routes, client, OpenAPI and docs are made from this object. */
export const calls = {
  ...account,
  ...assistedSale,
  ...booking,
  ...certificate,
  ...claims,
  ...complaints,
  ...configuration,
  ...healthServices,
  ...group,
  ...identity,
  ...endorsement,
  ...inbox,
  ...insured,
  ...insuredConsent,
  ...lucky,
  ...midYear,
  ...order,
  ...outlets,
  ...partnerJump,
  ...payment,
  ...policy,
  ...policySearch,
  ...preExisting,
  ...recording,
  ...refund,
  ...renewal,
  ...rights,
  ...sharing,
  ...specialDrugs,
  ...support,
  ...upgrade,
  ...uploads,
  ...withholding,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
