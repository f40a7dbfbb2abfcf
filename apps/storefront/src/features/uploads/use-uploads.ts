import type { Calls, InputOf } from '@huimin/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useClient } from '../../api/client-context.ts';
import { fetchWithProgress } from '../../api/fetch-with-progress.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { newClientKey } from '../../api/new-client-key.ts';
import { failureText } from '../../api/no-reply-text.ts';
import type { KeptUpload, KeptUploads } from './kept-uploads.ts';
import { type PreparedFile, prepareFile } from './photo.ts';

export interface UploadItem {
  readonly key: string;
  readonly name: string;
  /** Address of a picture of it within this page; null for what is no picture. */
  readonly preview: string | null;
  readonly state: 'sending' | 'done' | 'failed';
  /** 0 to 1 while it is sent. */
  readonly part: number;
  readonly fileId: string | null;
  readonly problem: string | null;
}

export interface Uploads {
  readonly items: readonly UploadItem[];
  /** Numbers of what has arrived. */
  readonly fileIds: string[];
  readonly busy: boolean;
  add(files: readonly File[]): void;
  retry(key: string): void;
  /** Takes it out and deletes what has arrived. */
  remove(key: string): void;
  /** Takes it out of the list only: it belongs to a request now. */
  forget(key: string): void;
}

const MOST_BYTES = 5 * 1024 * 1024;

/**
 * Files that a person adds one after the other; each is sent at once, on its own, and can be sent again. With `kept` what
 * has arrived is there again after a reload.
 */
export function useUploads(
  most: number,
  use: InputOf<Calls['uploadFile']>['use'] = 'change',
  kept: KeptUploads | null = null,
): Uploads {
  const client = useClient();
  const [items, setItems] = useState<readonly UploadItem[]>(() => (kept?.read() ?? []).map(arrivedItem));
  useEffect(() => {
    kept?.write(items.flatMap(({ key, name, fileId }) => (fileId === null ? [] : [{ key, name, fileId }])));
  }, [kept, items]);
  const files = useRef(new Map<string, File>());
  const change = useCallback((key: string, part: Partial<UploadItem>) => {
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...part } : item)));
  }, []);

  const previews = useRef(new Set<string>());
  useEffect(
    () => () => {
      for (const address of previews.current) URL.revokeObjectURL(address);
    },
    [],
  );

  const send = useCallback(
    async (key: string, file: File) => {
      change(key, { state: 'sending', part: 0, problem: null });
      const failed = (problem: string) => change(key, { state: 'failed', problem });
      if (file.type === 'application/pdf' && file.size > MOST_BYTES) return failed('文件太大，最大 5 MB');
      let prepared: PreparedFile;
      try {
        prepared = await prepareFile(file);
      } catch {
        return failed('这个文件打不开，请换一个');
      }
      try {
        const reply = await client.call(
          calls.uploadFile,
          { clientKey: key, use, ...prepared },
          { quietFailure: true, overlay: false, fetch: fetchWithProgress((part) => change(key, { part })) },
        );
        if (reply.ok) change(key, { state: 'done', part: 1, fileId: reply.value.fileId, name: reply.value.fileName });
        else failed(reply.message);
      } catch (problem) {
        if (!(problem instanceof NetworkFailure)) throw problem;
        failed(failureText(problem, '没有传上去'));
      }
    },
    [client, change, use],
  );

  const add = (added: readonly File[]) => {
    const fresh = added.slice(0, most - items.length).map((file) => {
      const key = newClientKey();
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
      if (preview) previews.current.add(preview);
      files.current.set(key, file);
      const item: UploadItem = {
        ...{ key, name: file.name || '照片', preview, fileId: null, problem: null },
        ...{ state: 'sending', part: 0 },
      };
      return { item, file };
    });
    setItems((before) => [...before, ...fresh.map(({ item }) => item)]);
    for (const { item, file } of fresh) void send(item.key, file);
  };

  return {
    items,
    fileIds: items.flatMap(({ fileId }) => fileId ?? []),
    busy: items.some(({ state }) => state === 'sending'),
    add,
    retry(key) {
      const file = files.current.get(key);
      if (file) void send(key, file);
    },
    forget(key) {
      setItems((before) => before.filter((one) => one.key !== key));
      files.current.delete(key);
    },
    remove(key) {
      const item = items.find((one) => one.key === key);
      setItems((before) => before.filter((one) => one.key !== key));
      files.current.delete(key);
      if (item?.fileId) {
        client
          .call(calls.removeFile, { fileId: item.fileId }, { quietFailure: true, overlay: false })
          // It goes by itself after a day.
          .catch(() => {});
      }
    },
  };
}

function arrivedItem({ key, name, fileId }: KeptUpload): UploadItem {
  return { key, name, fileId, preview: null, state: 'done', part: 1, problem: null };
}
