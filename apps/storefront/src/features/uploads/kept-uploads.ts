/** What has arrived of a paper, so that a page that was put to sleep by the camera finds it again. */
export interface KeptUpload {
  readonly key: string;
  readonly name: string;
  readonly fileId: string;
}

export interface KeptUploads {
  read(): readonly KeptUpload[];
  write(uploads: readonly KeptUpload[]): void;
}

type SessionBox = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const PLACE = 'huimin-uploads-';

/** Kept under a name for as long as the tab is open: numbers and names of files, nothing of what is in them. */
export function keptUploads(box: SessionBox | null, name: string): KeptUploads {
  const place = `${PLACE}${name}`;
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(box?.getItem(place) ?? '[]');
        return Array.isArray(kept) ? kept.filter(isKeptUpload) : [];
      } catch {
        return [];
      }
    },
    write(uploads) {
      try {
        if (uploads.length === 0) box?.removeItem(place);
        else box?.setItem(place, JSON.stringify(uploads));
      } catch {
        // A full or refused storage: they are only not found again.
      }
    },
  };
}

function isKeptUpload(value: unknown): value is KeptUpload {
  const { key, name, fileId } = (value ?? {}) as Record<string, unknown>;
  return typeof key === 'string' && typeof name === 'string' && /^W\d{19}$/.test(String(fileId));
}
