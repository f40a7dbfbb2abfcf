import { regionDisplayText } from '@huimin/domain/region';
import { STAFF_ROLE_LABELS, scopeText } from '@huimin/domain/staff';
import { Alert, App, Button, Descriptions, Form, Input, Table } from 'antd';
import { useState } from 'react';
import { call, type Outputs, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { codeInput, digitsOf, grouped } from '../../door/code-step.tsx';
import { CopyCodes, RecoveryCodes } from '../../door/recovery-codes.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { longTime, shortTime } from '../../parts/when.ts';

type OwnSession = Outputs['listOwnStaffSessions']['sessions'][number];

/** Who I am here, where I am signed in, my password and recovery codes. */
export default function OwnPage() {
  const { self, refresh } = useSelf();
  const { message, modal } = App.useApp();
  const { value, loading, problem, reload } = useCall('listOwnStaffSessions', {});
  const [doing, setDoing] = useState<'password' | 'codes' | null>(null);
  const end = (sessionId?: string) =>
    call('endOwnStaffSessions', { sessionId }).then(
      ({ ended }) => {
        message.success(`结束了 ${ended} 处登录`);
        reload();
      },
      (fault) => message.error(sentenceOf(fault)),
    );
  const stop = () =>
    modal.confirm({
      title: '停用自己的账号？',
      content: '怀疑密码被人知道时用。所有登录马上结束；要再用，得由安全管理员申请重置，并由第二个人同意。',
      okText: '停用',
      autoFocusButton: 'cancel',
      okButtonProps: { danger: true },
      onOk: () =>
        call('stopOwnAccount', {}).then(
          () => location.assign('/hmb-js26/console'),
          (fault) => message.error(sentenceOf(fault)),
        ),
    });
  return (
    <div className="page">
      <PageHead title="我的登录" note={`这次登录最晚到 ${shortTime(self.sessionEndsAt)}`}>
        <Button onClick={() => setDoing('password')}>改密码</Button>
        <Button onClick={() => setDoing('codes')}>换备用码</Button>
        <Button danger onClick={stop}>
          停用我的账号
        </Button>
      </PageHead>
      {self.recoveryCodesLeft < 3 && (
        <Alert type="warning" showIcon title={`备用码只剩 ${self.recoveryCodesLeft} 个，请换一批新的`} />
      )}
      <section className="panel" aria-label="我">
        <div className="panel-body">
          <Descriptions
            column={{ xs: 1, md: 2, xl: 3 }}
            size="small"
            colon={false}
            items={[
              { key: 'name', label: '姓名', children: `${self.name}（${self.account}）` },
              { key: 'company', label: '单位', children: self.company },
              { key: 'roles', label: '角色', children: self.roles.map((role) => STAFF_ROLE_LABELS[role]).join('、') },
              {
                key: 'scope',
                label: '数据范围',
                children: scopeText(self.scope, (code) => regionDisplayText(code) ?? code),
              },
              { key: 'codes', label: '备用码', children: `还有 ${self.recoveryCodesLeft} 个` },
            ]}
          />
        </div>
      </section>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-labelledby="own-sessions">
        <div className="panel-head">
          <h2 id="own-sessions">登录在哪里</h2>
          <span className="space" />
          {(value?.sessions.length ?? 0) > 1 && (
            <Button size="small" onClick={() => end()}>
              结束其他登录
            </Button>
          )}
        </div>
        <Table<OwnSession>
          size="small"
          rowKey="sessionId"
          loading={loading}
          dataSource={value?.sessions ?? []}
          pagination={false}
          columns={[
            { title: '设备', key: 'device', render: (_, one) => (one.current ? `${one.device}（这里）` : one.device) },
            { title: '网络地址', dataIndex: 'from', className: 'num' },
            { title: '登录', dataIndex: 'startedAt', className: 'num', render: longTime },
            { title: '最近使用', dataIndex: 'seenAt', className: 'num', render: longTime },
            {
              title: '操作',
              key: 'end',
              render: (_, one) =>
                one.current ? null : (
                  <Button size="small" onClick={() => end(one.sessionId)}>
                    结束
                  </Button>
                ),
            },
          ]}
        />
      </section>
      {doing === 'password' && <NewPassword onClose={() => setDoing(null)} />}
      {doing === 'codes' && (
        <NewCodes
          onClose={() => {
            setDoing(null);
            refresh();
          }}
        />
      )}
    </div>
  );
}

function NewPassword({ onClose }: { onClose(): void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<{ oldPassword: string; password: string }>();
  const { sending, problem, run } = useSending();
  const send = async (input: { oldPassword: string; password: string }) => {
    await run(async () => {
      await call('changeOwnPassword', { oldPassword: input.oldPassword, password: input.password });
      message.success('密码换好了，其他登录都结束了');
      onClose();
    });
  };
  return (
    <Dialog open title="改密码" okText="换密码" onOk={form.submit} onCancel={onClose} confirmLoading={sending}>
      <EntryForm name="own-password" form={form} onFinish={send}>
        <Form.Item name="oldPassword" label="原密码" rules={[{ required: true, message: '请填原密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={256} autoFocus />
        </Form.Item>
        <Form.Item
          name="password"
          label="新密码"
          extra="至少 12 个字符，几个不相干的词连起来最好记"
          rules={[{ required: true, min: 12, message: '密码至少 12 个字符' }]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}

function NewCodes({ onClose }: { onClose(): void }) {
  const [form] = Form.useForm<{ code: string }>();
  const { sending, problem, run } = useSending();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const send = async ({ code }: { code: string }) => {
    await run(async () => {
      setCodes((await call('renewRecoveryCodes', { code: digitsOf(code) })).recoveryCodes);
    });
  };
  return (
    <Dialog
      open
      title="换备用码"
      okText={codes ? '已经记下了' : '换一批'}
      onOk={codes ? onClose : form.submit}
      onCancel={onClose}
      confirmLoading={sending}
      keyboard={codes === null}
    >
      {codes ? (
        <>
          <p>只显示这一遍，请和手机分开放。原来的都作废了。</p>
          <RecoveryCodes codes={codes} />
          <CopyCodes codes={codes} />
        </>
      ) : (
        <EntryForm name="own-codes" form={form} onFinish={send}>
          <Form.Item
            name="code"
            label="动态口令"
            normalize={grouped}
            rules={[{ required: true, pattern: /^\d{3} ?\d{3}$/, message: '请填 6 位数字' }]}
          >
            <Input {...codeInput} autoFocus />
          </Form.Item>
          {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
        </EntryForm>
      )}
    </Dialog>
  );
}
