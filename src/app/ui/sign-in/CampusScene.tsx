/** The campus in the unit's tints, at night where the screen is dark. Decoration, hidden from screen readers. */
export function CampusScene() {
  return (
    <svg
      className="l-scene__art"
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sky)" />
          <stop offset=".55" stopColor="var(--primary1)" />
          <stop offset="1" stopColor="var(--c-sun)" />
        </linearGradient>
        <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--wall)" />
          <stop offset="1" stopColor="var(--primary0)" />
        </linearGradient>
        <radialGradient id="sun">
          <stop offset="0" stopColor="#fff7df" />
          <stop offset=".35" stopColor="#ffe9b8" stopOpacity=".8" />
          <stop offset="1" stopColor="#ffe9b8" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path className="l-scene__sky" fill="url(#sky)" d="M0 0h800v900H0z" />
      <circle cx="596" cy="470" r="230" fill="url(#sun)" style={{ opacity: 'var(--glow)' }} />
      <circle cx="596" cy="470" r="46" fill="#fffaf0" />
      <g fill="var(--cloud)" opacity=".8">
        <path d="M92 330c8-26 50-30 62-8 22-14 52 2 48 26H78c-14 0-8-20 14-18z" />
        <path d="M520 262c6-20 40-24 50-6 18-11 42 2 38 20H508c-12 0-6-16 12-14z" opacity=".8" />
        <path d="M300 208c5-15 29-17 36-4 13-8 31 1 28 14h-74c-9 0-5-12 10-10z" opacity=".6" />
      </g>
      <path
        fill="var(--primary2)"
        opacity=".92"
        d="M-700 610c120-50 240-60 360-10s220 30 340 0c90-60 150-70 230-30s150-50 250-60 180 60 320-10 240-50 360 0 220 20 340-10v420H-700z"
      />
      <path
        fill="var(--primary3)"
        opacity=".85"
        d="M-700 650c140-60 260 30 400 20s200-30 300-10c120-70 210-30 320-40s180-60 300-30 120 20 180-10 260-40 400 20 200-10 300-10v320H-700z"
      />
      <g>
        <path fill="var(--primary6)" d="M362 470l38-46 38 46z" />
        <path fill="url(#wall)" d="M368 470h64v260h-64z" />
        <path fill="var(--primary7)" d="M397 398h6v30h-6zM403 400l26 8-26 9z" />
        <circle cx="400" cy="505" r="19" fill="#fff" stroke="var(--primary6)" strokeWidth="4" />
        <path d="M400 494v12l8 5" fill="none" stroke="var(--primary8)" strokeWidth="3" strokeLinecap="round" />
        <path fill="var(--primary5)" d="M176 590h448l20 26H156z" />
        <path fill="url(#wall)" d="M172 616h456v134H172z" />
        <g fill="var(--window)">
          {[196, 244, 292, 340, 436, 484, 532, 580].map((x) => (
            <path key={x} d={`M${x} 634h26v34h-26zM${x} 688h26v34h-26z`} />
          ))}
        </g>
        <path fill="var(--primary7)" d="M380 672h40v78h-40z" />
        <path fill="#ffe9b8" d="M384 546h10v22h-10zM406 546h10v22h-10z" opacity=".9" />
        <path fill="var(--primary4)" d="M366 664h68v8h-68z" />
      </g>
      <path
        fill="var(--primary6)"
        opacity=".9"
        d="M-700 748c240-40 460 20 700-6 140-26 250 2 400 4s270-30 400-8c240 40 460-30 700 4v260H-700z"
      />
      <path fill="var(--primary1)" opacity=".9" d="M384 748h32l122 252H262z" />
      <g fill="var(--primary7)">
        <path d="M96 740h8v44h-8zM700 738h8v48h-8z" />
        <circle cx="100" cy="706" r="44" />
        <circle cx="704" cy="700" r="50" />
      </g>
      <g fill="var(--primary8)" opacity=".85">
        <circle cx="62" cy="742" r="30" />
        <circle cx="140" cy="748" r="26" />
        <circle cx="752" cy="744" r="34" />
        <circle cx="662" cy="752" r="24" />
      </g>
      <path
        fill="var(--primary8)"
        d="M-700 822c240-30 460 26 700-10 150-36 250 22 400 26s260-46 400-22c240 40 460-20 700 6v180H-700z"
      />
    </svg>
  )
}
