import {
  type AnyCall,
  API_BASE_PATH,
  PRODUCT_NUMBER,
  PRODUCT_NUMBER_HEADER,
  PROJECT_ID,
  PROJECT_ID_HEADER,
  REPLY_CODES,
  TRACING_BASE_PATH,
} from '@huimin/contract';
import type { AnyConsoleCall } from '@huimin/contract/console';

type Json = Record<string, unknown>;

/** The API's OpenAPI 3.1 description, made from the contract. */
export function openApiDocument(calls: readonly AnyCall[], origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const full = ownPath(call) ? call.path : `${API_BASE_PATH}${call.path}`;
    paths[full] ??= {};
    (paths[full] as Json)[call.method.toLowerCase()] = operationOf(call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'huimin-storefront', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: origin }],
    paths,
    components: {
      parameters: {
        productNumber: headerParameter(PRODUCT_NUMBER_HEADER, PRODUCT_NUMBER),
        projectId: headerParameter(PROJECT_ID_HEADER, PROJECT_ID),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'hm_session' },
        staff: { type: 'apiKey', in: 'cookie', name: 'hm_console' },
      },
    },
  };
}

/** Calls of the tracing service carry their whole path, and no headers. */
function ownPath(call: AnyCall): boolean {
  return call.path.startsWith(TRACING_BASE_PATH);
}

function headerParameter(name: string, value: string): Json {
  return { name, in: 'header', required: true, schema: { const: value } };
}

function operationOf(call: AnyCall): Json {
  const input = call.input as { properties?: Record<string, Json>; required?: string[] };
  const bodyless = call.method === 'GET' || call.method === 'DELETE' || call.method === 'HEAD';
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const properties = Object.entries(input.properties ?? {});
  const parameters: Json[] = [
    ...(ownPath(call)
      ? []
      : [{ $ref: '#/components/parameters/productNumber' }, { $ref: '#/components/parameters/projectId' }]),
    ...properties
      .filter(([name]) => bodyless || inPath.includes(name) || call.inQuery.includes(name))
      .map(([name, schema]) => ({
        name,
        in: inPath.includes(name) ? 'path' : 'query',
        // What has a body may say it there.
        required: inPath.includes(name) || (bodyless && (input.required ?? []).includes(name)),
        schema,
      })),
  ];
  return {
    operationId: call.name,
    tags: [call.topic],
    summary: call.summary,
    parameters,
    ...(bodyless
      ? {}
      : {
          requestBody: {
            required: properties.length > call.inQuery.length,
            content: { 'application/json': { schema: call.input } },
          },
        }),
    ...securityOf(call),
    responses: { '200': { description: errorsText(call), content: responseContent(call) } },
    'x-loading-overlay': call.overlay,
    'x-code-check': call.codeCheck,
  };
}

function securityOf(call: AnyCall): Json {
  const { staff } = call as Partial<AnyConsoleCall>;
  if (staff !== undefined && staff !== 'door') return { security: [{ staff: [] }] };
  return call.login === 'required' ? { security: [{ session: [] }] } : {};
}

function errorsText(call: AnyCall): string {
  const listed = call.errors.map((name) => `${REPLY_CODES[name].code} ${name}`);
  return listed.length === 0 ? 'Envelope' : `Envelope; may answer ${listed.join(', ')}`;
}

function responseContent(call: AnyCall): Json {
  if (call.replyKind === 'file') return { 'application/pdf': { schema: { type: 'string', format: 'binary' } } };
  const field = call.replyField;
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'message', 'result', 'subMessage', 'data'],
        properties: {
          code: { type: ['integer', 'string'] },
          message: { type: 'string' },
          subMessage: { type: 'string' },
          result: field === 'result' ? { anyOf: [call.output, { type: 'null' }] } : {},
          data: field === 'data' ? { anyOf: [call.output, { type: 'null' }] } : {},
          ...(field === 'beside' ? (call.output as { properties: Json }).properties : {}),
        },
      },
    },
  };
}
