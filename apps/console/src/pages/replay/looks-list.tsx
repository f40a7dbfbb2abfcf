import type { RecordingViewValue } from '@huimin/contract/console';
import { Modal, Table } from 'antd';
import { shortTimeSeconds } from '../../parts/when.ts';

type Look = RecordingViewValue['accesses']['latest'][number];

/** Who looked at the recording, when and why: the audit log of this one. */
export function LooksList({ looks, open, onClose }: { looks: readonly Look[]; open: boolean; onClose(): void }) {
  return (
    <Modal title="谁看过、办过什么" open={open} footer={null} width={640} onCancel={onClose}>
      <Table<Look & { key: number }>
        size="small"
        pagination={false}
        scroll={{ y: 420 }}
        dataSource={looks.map((look, key) => ({ ...look, key }))}
        columns={[
          {
            title: '时间',
            dataIndex: 'at',
            className: 'num',
            width: 130,
            render: shortTimeSeconds,
          },
          { title: '谁', dataIndex: 'who', width: 170 },
          { title: '做了什么', dataIndex: 'reason' },
        ]}
      />
    </Modal>
  );
}
