import { Icon } from '../app/icon.tsx';

export function DoorPicture() {
  return (
    <section className="door-picture" aria-hidden="true">
      <p className="brand">
        <span>
          <Icon name="shield" size={24} />
        </span>
        惠民保运营
      </p>
      <p className="motto">
        江苏省补充医疗保险
        <br />
        运营后台
        <small className="motto-line">订单、退款、对账、证据，一处办好</small>
      </p>
      <svg className="art" viewBox="0 0 375 150" preserveAspectRatio="xMidYMax slice" fill="#fff">
        <title>桥和伞</title>
        <circle cx="300" cy="48" r="40" opacity=".1" />
        <path d="M0 112c50-28 104-20 160-8s118-22 215-4v50H0Z" opacity=".07" />
        <path d="M70 140c90-2 120-48 190-48s104 46 190 48H300a36 36 0 0 0-72 0Z" opacity=".3" />
        <path d="M0 138h375v12H0Z" opacity=".25" />
        <path d="M228 62a36 36 0 0 1 72 0q-6-6-12 0-6-6-12 0-6-6-12 0-6-6-12 0-6-6-12 0-6-6-12 0Z" />
        <path d="M263 24h2v60h-2Z" />
        <g opacity=".9">
          <circle cx="250" cy="76" r="5.5" />
          <path d="M243 96v-6a7 7 0 0 1 14 0v6Z" />
          <circle cx="279" cy="76" r="5.5" />
          <path d="M272 96v-6a7 7 0 0 1 14 0v6Z" />
          <circle cx="264.5" cy="84" r="3.8" />
          <path d="M259.5 97v-3a5 5 0 0 1 10 0v3Z" />
        </g>
      </svg>
    </section>
  );
}
