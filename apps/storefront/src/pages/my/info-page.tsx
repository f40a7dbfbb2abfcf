import { regionDisplayText } from '@huimin/domain/region';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { rememberChosenRegion } from '../../features/region/chosen-region.ts';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import { Card, Page, Row, Skeleton, toast } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

/** #/info: what is known of the logged-in person; the place of the medical insurance can be changed. */
export default function InfoPage() {
  const { value, failure, reload } = useCall(calls.profile, {}, { overlay: false, quietFailure: true });
  const [picking, setPicking] = useState(false);
  const [save] = useAction(calls.saveMedicalInsuranceRegion);

  const choose = async (regionCode: string) => {
    const reply = await save({ regionCode });
    if (!reply.ok) return;
    setPicking(false);
    rememberChosenRegion(regionCode);
    toast('已保存', { kind: 'ok' });
    reload();
  };

  if (!value && failure) return <LoadProblem title="个人信息" failure={failure} onReload={reload} />;
  return (
    <Page title="个人信息" lead="号码只显示一部分，保护您的信息">
      <Card flush>
        {value ? (
          <>
            <Row label="手机号" value={<span className="num">{value.phoneMasked}</span>} />
            <Row label="姓名" value={value.nameMasked ?? '参保后显示'} />
            <Row
              label="医保所在地"
              value={(value.regionCode && regionDisplayText(value.regionCode)) || '请选择'}
              onPress={() => setPicking(true)}
            />
            <Row label="微信" value={value.wechatBound ? '已授权' : '未授权'} />
          </>
        ) : (
          <Skeleton lines={[36, 36, 36, 36]} />
        )}
      </Card>
      <RegionPicker
        open={picking}
        chosen={value?.regionCode ?? null}
        onConfirm={(code) => void choose(code)}
        onClose={() => setPicking(false)}
      />
    </Page>
  );
}
