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
        <circle cx="306" cy="46" r="40" opacity=".1" />
        <path d="M0 112C50 84 104 92 160 104s118-22 215-4v50H0Z" opacity=".07" />
        <path d="M84 138c86-2 112-46 180-46s94 44 180 46H302a38 38 0 0 0-76 0Z" opacity=".3" />
        <g fill="none" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" opacity=".6">
          <path d="M96 130c78-3 104-46 168-46s90 43 168 46" />
          <path d="M160 118.5v7M184 109v8M208 98v8M320 98v8M344 109v8M368 118.5v7" />
        </g>
        <path d="M222 58a42 42 0 0 1 84 0c-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0Z" />
        <path d="M264 16c-14 8-18 26-14 42 5-4 9-4 14 0 5-4 9-4 14 0 4-16 0-34-14-42Z" fill="#f2c9c5" />
        <path d="M264 11v73" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
        <g fill="#fbe9e7">
          <circle cx="247" cy="65" r="5" />
          <path d="M239 88c0-10 3-16 8-16s8 6 8 16Z" />
          <circle cx="281" cy="65" r="5" />
          <path d="M273 88c0-10 3-16 8-16s8 6 8 16Z" />
        </g>
        <g fill="#f2c9c5">
          <circle cx="264" cy="73" r="3.8" />
          <path d="M258 87c0-7 2-10 6-10s6 3 6 10Z" />
        </g>
        <path d="M0 138h375v12H0Z" opacity=".12" />
        <path
          d="M24 143h44M92 146h26M150 142h30M318 146h36"
          stroke="#fff"
          strokeWidth="1.4"
          strokeLinecap="round"
          opacity=".55"
        />
      </svg>
    </section>
  );
}
