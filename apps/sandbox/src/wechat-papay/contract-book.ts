import { beijingText } from '../clock/beijing-time.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { PapayError } from './papay-error.ts';
import type { Contract, EndMode, PapayNotification, PapayTables } from './papay-rows.ts';
import type { Fields } from './xml-message.ts';

/** A contract lasts this long when nobody ends it. */
const LIFE_MS = 10 * 365 * 86_400_000;

export type ContractRequest = Pick<
  Contract,
  'contractCode' | 'appid' | 'mchid' | 'planId' | 'displayAccount' | 'notifyUrl' | 'requestSerial' | 'openid'
>;

export type ContractBook = {
  /** Somebody is asked to sign. Throws PapayError when this code or serial cannot be signed (any more). */
  request(request: ContractRequest): Contract;
  find(contractCode: string): Contract | undefined;
  findById(contractId: string): Contract | undefined;
  list(): Contract[];
  /** The payer signs; a signed contract stays as it is. */
  sign(contractCode: string, openid: string): Contract;
  /** Throws PapayError CONTRACT_NOT_EXIST when none stands. */
  end(contractCode: string, mode: EndMode, remark?: string): Contract;
  change(contractCode: string, change: Partial<Contract>): Contract;
  /** Answer fields of a query. */
  view(contract: Contract): Fields;
};

/** Contracts and their notifications. */
export function createContractBook(
  parts: SandboxParts,
  tables: PapayTables,
  notifier: Notifier<PapayNotification>,
): ContractBook {
  const { clock, random } = parts;
  const { contracts } = tables;

  const need = (contractCode: string): Contract => {
    const contract = contracts.get(contractCode);
    if (!contract) throw new PapayError('CONTRACT_NOT_EXIST', '签约协议不存在');
    return contract;
  };

  const change = (contractCode: string, changed: Partial<Contract>): Contract => {
    const next = { ...need(contractCode), ...changed };
    contracts.put(contractCode, next);
    return next;
  };

  const announce = (contract: Contract, changeType: 'ADD' | 'DELETE', atMs: number): void => {
    notifier.announce({
      eventType: `CONTRACT.${changeType}`,
      outTradeNo: contract.contractCode,
      url: contract.notifyUrl,
      signType: 'MD5',
      fields: {
        return_code: 'SUCCESS',
        result_code: 'SUCCESS',
        mch_id: contract.mchid,
        contract_code: contract.contractCode,
        plan_id: contract.planId,
        openid: contract.openid ?? '',
        change_type: changeType,
        operate_time: beijingText(atMs),
        contract_id: contract.contractId ?? '',
        contract_expired_time: beijingText(contract.expiresAtMs ?? 0),
        ...(changeType === 'DELETE' ? { contract_termination_mode: contract.endMode ?? '' } : {}),
        request_serial: contract.requestSerial,
      },
    });
  };

  return {
    request: (request) => {
      const known = contracts.get(request.contractCode);
      if (known?.state === 'SIGNED') throw new PapayError('CONTRACT_EXISTED', '签约协议已存在');
      if (known?.state === 'ENDED') throw new PapayError('CONTRACT_CODE_USED', '签约协议号已使用');
      const sameSerial = contracts.rows().find((row) => row.requestSerial === request.requestSerial);
      if (sameSerial && sameSerial.contractCode !== request.contractCode)
        throw new PapayError('REQUEST_SERIAL_USED', '签约序列号重复');
      const contract: Contract = { ...request, state: 'WAITING', announcedAtMs: [], charges: 0 };
      contracts.put(request.contractCode, contract);
      return contract;
    },
    find: (contractCode) => contracts.get(contractCode),
    findById: (contractId) => contracts.rows().find((row) => row.contractId === contractId),
    list: () => contracts.rows(),
    sign: (contractCode, openid) => {
      const before = need(contractCode);
      if (before.state === 'SIGNED') return before;
      if (before.state === 'ENDED') throw new PapayError('CONTRACT_CODE_USED', '签约协议已解约');
      const atMs = clock.now();
      const signed = change(contractCode, {
        state: 'SIGNED',
        openid,
        signedAtMs: atMs,
        expiresAtMs: atMs + LIFE_MS,
        contractId: `${beijingText(atMs).replace(/\D/g, '').slice(0, 8)}${random.digits(14)}`,
      });
      announce(signed, 'ADD', atMs);
      return signed;
    },
    end: (contractCode, mode, remark) => {
      if (need(contractCode).state !== 'SIGNED') throw new PapayError('CONTRACT_NOT_EXIST', '签约协议不存在或已解约');
      const endedAtMs = clock.now();
      const ended = change(contractCode, { state: 'ENDED', endMode: mode, endedAtMs, endRemark: remark });
      announce(ended, 'DELETE', endedAtMs);
      return ended;
    },
    change,
    view: (contract) => ({
      contract_id: contract.contractId ?? '',
      plan_id: contract.planId,
      openid: contract.openid ?? '',
      request_serial: contract.requestSerial,
      contract_code: contract.contractCode,
      contract_display_account: contract.displayAccount,
      contract_state: contract.state === 'SIGNED' ? '0' : '1',
      contract_signed_time: beijingText(contract.signedAtMs ?? 0),
      contract_expired_time: beijingText(contract.expiresAtMs ?? 0),
      ...(contract.state === 'ENDED'
        ? {
            contract_terminated_time: beijingText(contract.endedAtMs ?? 0),
            contract_termination_mode: contract.endMode ?? '',
            contract_termination_remark: contract.endRemark ?? '',
          }
        : {}),
    }),
  };
}
