import type { Chapter } from '../chapter.ts';

export const SUPERVISION_CHAPTERS: readonly Chapter[] = [
  {
    key: 'inspection',
    title: '监管工作区',
    pages: ['/inspection', '/inspection/looks'],
    lead: '监管只看不改：销售行为的指标、抽样检查、投诉和证据。',
    parts: [
      {
        title: '指标和底稿',
        needs: ['inspection.view'],
        blocks: [
          '选起止日期，看退保率、付款失败率、条款停留等；少于 10 笔的不显示，免得认出是谁。“导出工作底稿”和别的导出一样要另一个人同意。',
        ],
      },
      {
        title: '随机抽样',
        needs: ['inspection.view'],
        blocks: [
          '填种子和笔数，按“抽样”。算法是公开的：同一种子在任何机器上抽到同一批，“重算核对”当场再抽一次，也可以照页面上的命令在自己的电脑上算。',
          '抽到的订单可以一起检查证据，逐笔打开回放看条款停留。',
        ],
      },
      {
        title: '看过什么',
        needs: ['inspection.view'],
        blocks: ['〔我的查看记录〕列出您在这里看过的每一样；运营方的审计管理员也看得到，谁都不能改。'],
      },
    ],
  },
];
