import type { DeskRequestViewValue } from '@huimin/contract/console';
import { Image } from 'antd';
import { fileAddress } from '../../api/client.ts';
import type { Purpose } from './purpose.ts';

interface Props {
  readonly request: DeskRequestViewValue;
  /** For what they are looked at; null: they are not shown. */
  readonly purpose: Purpose | null;
}

const size = (bytes: number) =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

/** The papers of a request. They show somebody whole, so each is fetched, and noted, when somebody says what for. */
export function Papers({ request, purpose }: Props) {
  const { files, requestNo } = request;
  const addressOf = (fileId: string, why: Purpose) => fileAddress('showDeskPaper', { requestNo, fileId, purpose: why });
  return (
    <>
      <h3>材料（{files.length} 份）</h3>
      <ul className="change-papers">
        {files.map(({ fileId, fileName, mediaType, bytes }) => (
          <li key={fileId}>
            {purpose !== null &&
              (mediaType === 'application/pdf' ? (
                <a href={addressOf(fileId, purpose)} className="change-pdf">
                  下载 PDF
                </a>
              ) : (
                <Image width={150} height={100} alt={fileName} src={addressOf(fileId, purpose)} />
              ))}
            <span className="change-paper-name">
              {fileName} <small className="num">{size(bytes)}</small>
            </span>
          </li>
        ))}
      </ul>
      {purpose === null && <p className="state-plain">材料上有完整证件，按“看完整内容”后显示。</p>}
    </>
  );
}
