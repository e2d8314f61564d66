/** The campus at morning, drawn in the unit's tints. Decoration: it carries no information and is hidden from screen readers. */
export function CampusScene() {
  return (
    <svg className="l-scene__art" viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--primary3)" />
          <stop offset=".55" stopColor="var(--primary1)" />
          <stop offset="1" stopColor="#fff6e6" />
        </linearGradient>
        <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" />
          <stop offset="1" stopColor="var(--primary0)" />
        </linearGradient>
        <radialGradient id="sun">
          <stop offset="0" stopColor="#fff7df" />
          <stop offset=".35" stopColor="#ffe9b8" stopOpacity=".8" />
          <stop offset="1" stopColor="#ffe9b8" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path fill="url(#sky)" d="M0 0h800v900H0z" />
      <circle cx="596" cy="470" r="230" fill="url(#sun)" />
      <circle cx="596" cy="470" r="46" fill="#fffaf0" />
      <g fill="#fff" opacity=".8">
        <path d="M92 330c8-26 50-30 62-8 22-14 52 2 48 26H78c-14 0-8-20 14-18z" />
        <path d="M520 262c6-20 40-24 50-6 18-11 42 2 38 20H508c-12 0-6-16 12-14z" opacity=".8" />
        <path d="M300 208c5-15 29-17 36-4 13-8 31 1 28 14h-74c-9 0-5-12 10-10z" opacity=".6" />
      </g>
      <path fill="var(--primary3)" opacity=".55" d="M0 600c90-60 150-70 230-30s150-50 250-60 180 60 320-10v400H0z" />
      <path fill="var(--primary4)" opacity=".5" d="M0 660c120-70 210-30 320-40s180-60 300-30 120 20 180-10v320H0z" />
      <g>
        <path fill="var(--primary6)" d="M362 470l38-46 38 46z" />
        <path fill="url(#wall)" d="M368 470h64v260h-64z" />
        <path fill="var(--primary7)" d="M397 398h6v30h-6zM403 400l26 8-26 9z" />
        <circle cx="400" cy="505" r="19" fill="#fff" stroke="var(--primary6)" strokeWidth="4" />
        <path d="M400 494v12l8 5" fill="none" stroke="var(--primary8)" strokeWidth="3" strokeLinecap="round" />
        <path fill="var(--primary5)" d="M176 590h448l20 26H156z" />
        <path fill="url(#wall)" d="M172 616h456v134H172z" />
        <g fill="var(--primary2)">
          {[196, 244, 292, 340, 436, 484, 532, 580].map((x) => (
            <path key={x} d={`M${x} 634h26v34h-26zM${x} 688h26v34h-26z`} />
          ))}
        </g>
        <path fill="var(--primary7)" d="M380 672h40v78h-40z" />
        <path fill="#ffe9b8" d="M384 548h10v20h-10zM406 548h10v20h-10zM384 584h10v20h-10zM406 584h10v20h-10z" opacity=".9" />
        <path fill="var(--primary4)" d="M366 664h68v8h-68z" />
      </g>
      <path fill="var(--primary6)" opacity=".9" d="M0 742c140-26 250 2 400 4s270-30 400-8v162H0z" />
      <path fill="var(--primary1)" opacity=".9" d="M384 748h32l74 152H310z" />
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
      <path fill="var(--primary8)" d="M0 812c150-36 250 22 400 26s260-46 400-22v84H0z" opacity=".95" />
    </svg>
  )
}
