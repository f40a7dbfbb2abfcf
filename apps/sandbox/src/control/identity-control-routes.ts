import { json } from '../http/router.ts';
import type { PeopleBook } from '../identity/people-book.ts';
import { FACE_ENDINGS, type FaceBook, type FaceEnding } from '../tencent/face-book.ts';
import { type FaceRecordBook, WBFACE_ENDINGS, type WbfaceEnding } from '../wbface/face-record-book.ts';
import { type ControlRoute, fieldsOf } from './control-route.ts';

/** The registry of people, and the face checks of both providers with their endings. */
export type IdentityControl = {
  people: Pick<PeopleBook, 'list' | 'add'>;
  /** FaceID of Tencent Cloud, by BizToken. */
  faces: Pick<FaceBook, 'list' | 'end'>;
  /** WBface, by h5faceId. */
  wbface: Pick<FaceRecordBook, 'list' | 'end'>;
};

/** `/_ctl/people`, `/_ctl/tencent/faces`, `/_ctl/wbface/faces`. */
export function addIdentityControlRoutes(on: ControlRoute, { people, faces, wbface }: IdentityControl): void {
  on('GET', '/people', () => json(200, { people: people.list() }));
  on('POST', '/people', (request) => {
    const { idCard, name, phone } = fieldsOf(request);
    if (typeof idCard !== 'string' || typeof name !== 'string' || idCard === '' || name === '')
      throw new TypeError('idCard and name must be texts');
    people.add({ idCard, name, ...(phone === undefined ? {} : { phone: String(phone) }) });
    return json(201, { people: people.list() });
  });

  on('GET', '/tencent/faces', () => json(200, { faces: faces.list() }));
  on('POST', '/tencent/faces/:token/act', (request) => {
    const { ending } = fieldsOf(request);
    if (!FACE_ENDINGS.includes(ending as FaceEnding))
      throw new TypeError(`ending must be one of ${FACE_ENDINGS.join(', ')}`);
    return json(200, faces.end(request.params.token ?? '', ending as FaceEnding));
  });

  on('GET', '/wbface/faces', () => json(200, { faces: wbface.list() }));
  on('POST', '/wbface/faces/:id/act', (request) => {
    const { ending } = fieldsOf(request);
    const endings = Object.keys(WBFACE_ENDINGS);
    if (!endings.includes(String(ending))) throw new TypeError(`ending must be one of ${endings.join(', ')}`);
    return json(200, wbface.end(request.params.id ?? '', ending as WbfaceEnding));
  });
}
