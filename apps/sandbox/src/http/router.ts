import type { IncomingHttpHeaders } from 'node:http';

/** One request as it arrived: the body is the exact bytes, the target is as sent (encoded). */
export type SandboxRequest = {
  method: string;
  /** Path and query exactly as sent. */
  target: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  remoteAddress: string;
  params: Record<string, string>;
  /** Adds what the sandbox thought of this request to the request log. */
  note(remark: Remark): void;
};

export type Remark = {
  provider?: string;
  call?: string;
  /** Why the request was refused, or what a fault did to it. */
  reason?: string;
  /** The text (or canonical request) the sandbox would have signed. */
  expectedSignText?: string;
};

export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** `never`: take the request and never answer. `reset`: drop the connection. */
  delivery?: 'never' | 'reset';
};

export type Handler = (request: SandboxRequest) => Answer | Promise<Answer>;

export type Router = {
  on(method: string, pattern: string, handler: Handler): void;
  find(method: string, path: string): { handler: Handler; params: Record<string, string> } | 'wrong-method' | undefined;
};

type Route = { method: string; pattern: RegExp; names: string[]; handler: Handler };

/** A router of exact paths, with `:name` for one path segment. The first route that fits wins. */
export function createRouter(): Router {
  const routes: Route[] = [];
  return {
    on: (method, pattern, handler) => {
      const names: string[] = [];
      const source = pattern
        .split('/')
        .map((part) => {
          if (!part.startsWith(':')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
          names.push(part.slice(1));
          return '([^/]+)';
        })
        .join('/');
      routes.push({ method, pattern: new RegExp(`^${source}$`), names, handler });
    },
    find: (method, path) => {
      let pathKnown = false;
      for (const route of routes) {
        const match = route.pattern.exec(path);
        if (!match) continue;
        pathKnown = true;
        if (route.method !== method) continue;
        const params: Record<string, string> = {};
        route.names.forEach((name, index) => {
          params[name] = decode(match[index + 1] ?? '');
        });
        return { handler: route.handler, params };
      }
      return pathKnown ? 'wrong-method' : undefined;
    },
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A JSON answer. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** An HTML answer that may load nothing but the sandbox's own style and script files. */
export function html(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'",
      'cache-control': 'no-store',
      ...headers,
    },
    body,
  };
}

/** A redirect by GET. */
export function redirect(location: string, headers: Record<string, string> = {}): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store', ...headers } };
}

/** The fields of a form body. */
export function formOf(request: SandboxRequest): URLSearchParams {
  return new URLSearchParams(request.body.toString('utf8'));
}

/** The value of one cookie, or undefined. */
export function cookieOf(request: SandboxRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, ...rest] = pair.trim().split('=');
    if (key === name) return decode(rest.join('='));
  }
  return undefined;
}
