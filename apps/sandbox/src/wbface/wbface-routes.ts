import { beijingText } from '../clock/beijing-time.ts';
import { ANSWER_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import { type Answer, type Handler, json, type Router, type SandboxRequest } from '../http/router.ts';
import { isIdNumber, type PeopleBook } from '../identity/people-book.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type FaceRecordBook, WBFACE_ENDINGS } from './face-record-book.ts';
import type { IssuedTicket, TicketBook } from './ticket-book.ts';
import { WbfaceError } from './wbface-error.ts';

const VERSION = '1.0.0';
/** Older and newer names of the same call, and how each names the id it answers. */
const ID_CALLS = { geth5faceid: 'h5faceId', getAdvFaceId: 'faceId', getPlusFaceId: 'faceId' } as const;

export type WbfaceBooks = { tickets: TicketBook; records: FaceRecordBook; people: PeopleBook };

type Call = (request: SandboxRequest) => Record<string, unknown>;

/** The calls of the shop's server: token, tickets, face id, record. */
export function addWbfaceRoutes(router: Router, parts: SandboxParts, { tickets, records, people }: WbfaceBooks): void {
  const { keys, random, clock, faults } = parts;
  const { appId, secret } = keys.wbface;

  const wrapped = (code: string, msg: string, more: Record<string, unknown> = {}): Answer => {
    const bizSeqNo = `${beijingText(clock.now()).replace(/\D/g, '')}${random.digits(16)}`;
    return json(200, { code, msg, bizSeqNo, transactionTime: beijingText(clock.now()).replace(/\D/g, ''), ...more });
  };
  const api = (name: string, act: Call): Handler => {
    faults.offer('wbface', name, ANSWER_KINDS);
    return (request) => {
      request.note({ provider: 'wbface', call: name });
      const refuse = (error: WbfaceError): Answer => {
        request.note({ reason: `${error.code}: ${error.message}` });
        return wrapped(error.code, error.message);
      };
      return answerWithFaults(
        request,
        {
          ...{ faults, provider: 'wbface', call: name, match: {} },
          busy: () => refuse(new WbfaceError('999999', '网络不给力，请稍后再试')),
          rateLimited: () => refuse(new WbfaceError('400504', '请求超过频率限制')),
        },
        () => {
          try {
            return wrapped('0', '请求成功', act(request));
          } catch (error) {
            if (error instanceof WbfaceError) return refuse(error);
            throw error;
          }
        },
      );
    };
  };

  const checkApp = (value: unknown): void => {
    if (value !== appId) throw new WbfaceError('400101', '不合法请求：appId错误');
  };
  const checkVersion = (value: unknown): void => {
    if (value !== VERSION) throw new WbfaceError('400101', '不合法请求：version应为1.0.0');
  };
  const ticketOf = (issued: IssuedTicket) => ({
    value: issued.value,
    expire_in: issued.expiresInSeconds,
    expire_time: beijingText(issued.expiresAtMs).replace(/\D/g, ''),
  });

  router.on(
    'GET',
    '/api/oauth2/access_token',
    api('access_token', ({ query }) => {
      const given = query.get('appId') ?? query.get('app_id');
      checkApp(given);
      checkVersion(query.get('version'));
      if (query.get('secret') !== secret) throw new WbfaceError('400101', '不合法请求：secret错误');
      if (query.get('grant_type') !== 'client_credential')
        throw new WbfaceError('400101', '不合法请求：grant_type应为client_credential');
      const { value, ...life } = ticketOf(tickets.token());
      return { access_token: value, ...life };
    }),
  );

  router.on(
    'GET',
    '/api/oauth2/api_ticket',
    api('api_ticket', ({ query }) => {
      checkApp(query.get('appId') ?? query.get('app_id'));
      checkVersion(query.get('version'));
      tickets.checkToken(query.get('access_token'));
      const type = query.get('type');
      if (type === 'SIGN') return { tickets: [ticketOf(tickets.signTicket())] };
      const userId = query.get('user_id');
      if (type !== 'NONCE' || !userId) throw new WbfaceError('400101', '不合法请求：type应为SIGN，或NONCE加user_id');
      return { tickets: [ticketOf(tickets.nonceTicket(userId))] };
    }),
  );

  for (const [name, idField] of Object.entries(ID_CALLS)) {
    router.on(
      'POST',
      `/api/server/h5/${name}`,
      api('face_id', (request) => {
        const fields = readFields(request);
        const field = (key: string, max: number) => need(fields, key, max);
        const givenApp = fields.webankAppId ?? fields.appId;
        checkApp(givenApp);
        checkVersion(fields.version);
        const [orderNo, person, idNo, userId] = [
          field('orderNo', 32),
          field('name', 64),
          field('idNo', 32),
          field('userId', 32),
        ];
        if (request.query.get('orderNo') !== orderNo)
          throw new WbfaceError('400101', '不合法请求：地址中的orderNo与报文不一致');
        const values = [appId, orderNo, person, idNo, userId, VERSION];
        tickets.checkSign(values, field('sign', 40), (expectedSignText) => request.note({ expectedSignText }));
        if (!isIdNumber(idNo)) throw new WbfaceError('66660015', '姓名或身份证号有误');
        const { h5faceId } = records.create({ orderNo, name: person, idNo, userId });
        return { result: { bizSeqNo: '', orderNo, [idField]: h5faceId, optimalDomain: '', success: true } };
      }),
    );
  }

  router.on(
    'POST',
    '/api/v2/base/queryfacerecord',
    api('face_record', (request) => {
      const fields = readFields(request);
      const givenApp = fields.webankAppId ?? fields.appId;
      checkApp(givenApp);
      checkVersion(fields.version);
      const [orderNo, nonce] = [need(fields, 'orderNo', 32), need(fields, 'nonce', 32)];
      if (nonce.length !== 32) throw new WbfaceError('400101', '不合法请求：nonce应为32位');
      const values = [appId, orderNo, VERSION, nonce];
      tickets.checkSign(values, need(fields, 'sign', 40), (expectedSignText) => request.note({ expectedSignText }));
      const record = records.ended(orderNo);
      const known = people.find(record.idNo);
      const ending = record.ending === 'pass' && known && known.name !== record.name ? 'mismatch' : record.ending;
      const { code, msg } = WBFACE_ENDINGS[ending];
      const passed = ending === 'pass';
      return {
        ...{ code, msg },
        result: {
          orderNo,
          liveRate: passed ? '99' : '0',
          similarity: passed ? '92.35' : '43.10',
          occurredTime: beijingText(record.endedAtMs).replace(/\D/g, ''),
          trtcFlag: 'N',
        },
      };
    }),
  );
}

function readFields(request: SandboxRequest): Record<string, unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new WbfaceError('400101', '不合法请求：Content-Type应为application/json');
  try {
    const value: unknown = JSON.parse(request.body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the platform's own complaint.
  }
  throw new WbfaceError('400101', '不合法请求：应为JSON报文');
}

function need(fields: Record<string, unknown>, name: string, max: number): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '' || value.length > max)
    throw new WbfaceError('400101', `不合法请求：${name}`);
  return value;
}
