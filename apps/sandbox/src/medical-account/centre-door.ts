import type { FaultMatch, FaultProvider } from '../faults/fault-book.ts';
import { ANSWER_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import { type Answer, json, type Router, type SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { CentreError } from './centre-error.ts';
import { openFromShop, type PlatformKeys, sealByPlatform } from './envelope.ts';
import type { Data } from './signing.ts';

const SKEW_MS = 10 * 60_000;

export type CentreCall = {
  /** Name for faults and the log. */
  name: string;
  path: string;
  match?(data: Data): FaultMatch;
  /** The `data` of the answer. Throws CentreError. */
  handle(data: Data): Data;
  /** What `core_timeout` spoils: the call is done or, with `args.applied` false, not done, and 50002 is answered. */
  asksCore?: boolean;
  /** What always happens to a question about this person. */
  spoils?(data: Data): 'wrong-signature' | 'silence' | 'busy' | undefined;
};

/** Puts a platform's calls on the router: envelope in, envelope out, refusals in the same form. */
export function addCentreCalls(
  router: Router,
  parts: Omit<SandboxParts, 'keys'> & PlatformKeys,
  calls: readonly CentreCall[],
  provider: FaultProvider = 'medical-account',
): void {
  const { clock, faults } = parts;
  for (const call of calls) {
    faults.offer(provider, call.name, [...ANSWER_KINDS, 'bad_response_sign', 'clock_skew']);
    if (call.asksCore) faults.offer(provider, call.name, ['core_timeout']);
    router.on('POST', call.path, (request) => serve(request, call));
  }

  const serve = async (request: SandboxRequest, call: CentreCall): Promise<Answer> => {
    request.note({ provider, call: call.name });
    let match: FaultMatch = {};
    let spoilt: ReturnType<NonNullable<CentreCall['spoils']>>;
    const finish = ({ data, error, atMs }: { data?: Data; error?: CentreError; atMs: number }): Answer => {
      if (error) request.note({ reason: `${error.code}: ${error.message}` });
      const more = { code: error?.code ?? '0', message: error?.message ?? 'success', success: !error };
      const envelope = sealByPlatform(parts, data, more, { atMs });
      const spoiled = faults.take(provider, call.name, ['bad_response_sign'], match);
      return json(
        200,
        spoiled || spoilt === 'wrong-signature' ? { ...envelope, message: `${more.message}.` } : envelope,
      );
    };
    const skew = faults.take(provider, call.name, ['clock_skew'], match);
    const atMs = clock.now() + (skew ? Number(skew.args?.offsetMs ?? SKEW_MS) : 0);
    const guarded = (act: () => Data): Answer => {
      try {
        return finish({ data: act(), atMs });
      } catch (error) {
        if (error instanceof CentreError) return finish({ error, atMs });
        throw error;
      }
    };
    let data: Data;
    try {
      checkContentType(request);
      data = openFromShop(parts, request.body, atMs, (expectedSignText) => request.note({ expectedSignText }));
    } catch (error) {
      if (error instanceof CentreError) return finish({ error, atMs });
      throw error;
    }
    match = call.match?.(data) ?? {};
    spoilt = call.spoils?.(data);
    if (spoilt === 'silence') return { status: 0, delivery: 'never' };
    const refuse = (code: string, message: string) => () => finish({ error: new CentreError(code, message), atMs });
    return answerWithFaults(
      request,
      {
        ...{ faults, provider, call: call.name, match },
        busy: refuse('50001', '系统繁忙，请用原单号重试'),
        rateLimited: refuse('42901', '请求过于频繁'),
      },
      () =>
        guarded(() => {
          const stuck = call.asksCore && faults.take(provider, call.name, ['core_timeout'], match);
          if (spoilt === 'busy') throw new CentreError('50001', '系统繁忙，请用原单号重试');
          if (!stuck) return call.handle(data);
          if (stuck.args?.applied !== false) call.handle(data);
          throw new CentreError('50002', '医保核心处理超时，请查询结果');
        }),
    );
  };
}

function checkContentType(request: SandboxRequest): void {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new CentreError('40001', '参数错误：content-type 应为 application/json');
}
