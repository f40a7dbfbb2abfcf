import type { ClientParts } from './client.ts';

/** Sends like `fetch` and tells, from 0 to 1, how much of the body has left; only the older way of sending knows. */
export function fetchWithProgress(onProgress: (part: number) => void): ClientParts['fetch'] {
  return (url, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', url);
      request.withCredentials = true;
      request.responseType = 'arraybuffer';
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      };
      request.onload = () => {
        const headers = new Headers();
        for (const line of request
          .getAllResponseHeaders()
          .trim()
          .split(/[\r\n]+/)) {
          const at = line.indexOf(':');
          if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
        }
        resolve(new Response(request.response as ArrayBuffer, { status: request.status, headers }));
      };
      const failed = () => reject(new TypeError('the upload did not arrive'));
      request.onerror = failed;
      request.onabort = failed;
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}
