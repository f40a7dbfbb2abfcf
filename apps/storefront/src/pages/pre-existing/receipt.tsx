import { API_BASE_PATH } from '@huimin/contract/wire';
import { formatDotDate } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel } from '../../context/index.ts';
import { Button, ErrorState, KeyValues, Sheet, Skeleton } from '../../ui/index.ts';

const BASIS = { self: '本人同意', guardian: '监护人代为同意' } as const;

/** `4c7e19b0 83a2…5d61f0e8`, as the paper prints it. */
function shortPrint(fingerprint: string): string {
  const groups = fingerprint.toUpperCase().match(/.{4}/g) ?? [];
  return `${groups.slice(0, 3).join(' ')} … ${groups.slice(-2).join(' ')}`;
}

/** What was asked, agreed to and said; and the same as a paper to keep. */
export function Receipt({ open, queryNo, onClose }: { open: boolean; queryNo: string; onClose: () => void }) {
  const channel = useChannel();
  const cert = useCall(calls.queryPreExistingCert, { queryNo }, { quietFailure: true, overlay: false, when: open });
  const isInApp = channel.kind === 'wechat' || channel.kind === 'mini-program';
  const link = (disposition: 'inline' | 'attachment') =>
    `${API_BASE_PATH}${calls.downloadPreExistingCert.path}?${new URLSearchParams({ queryNo, disposition })}`;
  const footer = isInApp ? (
    <p className="note">微信里打不开 PDF。要保存文件，请在手机浏览器里登录后再来这里。</p>
  ) : (
    <div className="buttons buttons-2">
      <Button kind="neutral" href={link('inline')}>
        打开 PDF
      </Button>
      <Button kind="neutral" href={link('attachment')}>
        下载 PDF
      </Button>
    </div>
  );
  return (
    <Sheet open={open} title="查询回执" onClose={onClose} footer={cert.value ? footer : undefined}>
      {cert.failure ? (
        <ErrorState kind="busy" lead="回执没有打开" onReload={cert.reload} />
      ) : cert.value === null ? (
        <Skeleton lines={[26, 26, 26, 26]} />
      ) : (
        <KeyValues
          items={[
            { label: '查询编号', value: cert.value.queryNo, num: true },
            { label: '姓名', value: cert.value.name },
            { label: '身份证号', value: cert.value.idNumberMasked, num: true },
            { label: '产品', value: cert.value.productName },
            { label: '同意', value: `${BASIS[cert.value.consent.basis]}，告知书第 ${cert.value.consent.version} 版` },
            { label: '同意时间', value: cert.value.consent.agreedAt, num: true },
            { label: '查询方式', value: cert.value.wayLabel },
            { label: '结果', value: cert.value.answer.labelText },
            { label: '类别', value: cert.value.answer.classText },
            { label: '规则版本', value: cert.value.answer.ruleVersion, num: true },
            { label: '数据截至', value: formatDotDate(cert.value.answer.dataDate), num: true },
            { label: '出具', value: cert.value.issuer },
            { label: '内容指纹', value: shortPrint(cert.value.fingerprint), num: true },
          ]}
        />
      )}
    </Sheet>
  );
}
