/** The small drawing of an empty folder; takes its colours from the theme. */
export function EmptyPicture() {
  return (
    <svg className="f-picture" viewBox="0 0 160 120" fill="none" aria-hidden="true">
      <ellipse className="f-picture__ground" cx="80" cy="108" rx="62" ry="7" />
      <path
        className="f-picture__back"
        d="M30 40a8 8 0 0 1 8-8h26l9 9h49a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8H38a8 8 0 0 1-8-8Z"
      />
      <g className="f-picture__sheet" transform="rotate(-7 66 48)">
        <rect x="44" y="12" width="44" height="60" rx="5" />
        <path d="M53 25h18M53 34h26M53 43h22" />
      </g>
      <g className="f-picture__sheet" transform="rotate(8 98 46)">
        <rect x="78" y="14" width="42" height="56" rx="5" />
        <circle cx="90" cy="28" r="5" />
        <path d="m84 48 8-9 7 7 5-5 9 9" />
      </g>
      <path
        className="f-picture__front"
        d="M24 62a7 7 0 0 1 7-8h98a7 7 0 0 1 7 8l-5 36a8 8 0 0 1-8 7H37a8 8 0 0 1-8-7Z"
      />
      <path className="f-picture__arrow" d="M80 93V69m-10 9 10-10 10 10" />
    </svg>
  )
}
