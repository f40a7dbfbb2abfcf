import type { DocumentKey } from '@huimin/contract';
import { fail, type Reply } from '../../http/handler.ts';
import type { Agreement } from './user-store.ts';

/** The part of the edition store that the login needs: newest versions of the default edition's documents. */
export interface CurrentDocuments {
  edition(): { readonly code: string; readonly documents: ReadonlyMap<string, { readonly version: number }> } | null;
}

export interface LoginDocuments {
  readonly editionCode: string;
  readonly documents: readonly Agreement[];
}

const LOGIN_DOCUMENT_KEYS: readonly DocumentKey[] = ['user-agreement', 'privacy-policy'];

/** What has to be agreed to at login. Throws when no edition is published: then nothing can be agreed to. */
export function loginDocuments(editions: CurrentDocuments): LoginDocuments {
  const edition = editions.edition();
  if (!edition) throw new Error('no edition is published');
  const documents = LOGIN_DOCUMENT_KEYS.flatMap((key) => {
    const version = edition.documents.get(key)?.version;
    return version === undefined ? [] : [{ key, version }];
  });
  return { editionCode: edition.code, documents };
}

/** The refusal of a login that did not agree to the newest versions, or null. */
export function disagreement(given: readonly Agreement[], current: LoginDocuments): Reply<never> | null {
  const agreed = current.documents.every((document) =>
    given.some((entry) => entry.key === document.key && entry.version === document.version),
  );
  return agreed ? null : fail('documents-changed', '请阅读并同意最新的协议后再登录', { documents: current.documents });
}
