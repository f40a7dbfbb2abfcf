export { CONSENT_VERSION, consentLines } from './consent-text.ts';
export {
  CONTRACT_STATUS_TABLE,
  type ContractEvent,
  type ContractStatus,
  contractStatusLabel,
  nextContractStatus,
  STANDING_CONTRACT,
} from './contract-status.ts';
