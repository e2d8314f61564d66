import { type CSSProperties, useSyncExternalStore } from 'react'
import { KIT_VERSION } from '../../../../contract/limits.ts'
import { forcesTop, type Look } from '../../../../contract/rules/appearance/themes.ts'
import { TINT_NAMES, tintValues } from '../../../../contract/rules/appearance/tints.ts'
import type { MenuLayout } from '../../core/storage/theme-keys.ts'
import { useSnapshot } from 'valtio/react'
import { appearance } from './theme-store.ts'

const TILES = ['#4c7df0', '#2ea36b', '#f0973a', '#8a63d2', '#e2574c', '#19a0b5', '#d6569b', '#7a8aa0']
const PER_ROW = 4
const PLACE = { x: 37, y: 34, gap: 23 } as const
/** Indexes into `tintValues`. */
const STEPS = { page: 0, card: 1, line: 3, soft: 2, strong: 4, text: 10 } as const

/** A small picture of a desktop in a theme, light or dark like the screen. Decoration. */
export function ThemePicture({ look, layout = 'top' }: { look: Look; layout?: MenuLayout }) {
  const isDark = useDarkScreen()
  const art = forcesTop(look.theme)
  const folder = `/common/plugins/theme/${KIT_VERSION}`
  const tints = tintValues(look.color)
  const tint = (step: number) => tints[step + (isDark ? TINT_NAMES.length / 2 : 0)]
  const colors: CSSProperties & Record<`--t-${string}`, string | undefined> = {
    '--t-page': tint(STEPS.page),
    '--t-soft': tint(STEPS.soft),
    '--t-strong': tint(STEPS.strong),
    '--t-card': isDark ? tint(STEPS.card) : '#fff',
    '--t-line': tint(STEPS.line),
    '--t-accent': tint(STEPS.text),
  }
  const side = layout === 'left' ? 14 : 0
  return (
    <span className="t-picture" style={colors} aria-hidden="true">
      {art ? (
        <img src={`${folder}/${look.theme}${isDark ? '-dark' : ''}.svg`} alt="" loading="lazy" draggable={false} />
      ) : (
        <span className="t-picture__hills" />
      )}
      <svg viewBox="0 0 160 100" focusable="false">
        {side > 0 && <path className="t-picture__card" d={`M0 12h${side}v88H0z`} />}
        <path className="t-picture__card" d="M0 0h160v12H0z" />
        <rect className="t-picture__accent" x="5" y="3" width="6" height="6" rx="1.5" />
        <rect className="t-picture__line" x="14" y="4.5" width="26" height="3" rx="1.5" />
        <rect className="t-picture__line" x="136" y="4.5" width="19" height="3" rx="1.5" />
        <rect className="t-picture__panel" x={26 + side} y="24" width="108" height="58" rx="6" />
        {TILES.map((fill, at) => (
          <rect
            key={fill}
            className={look.theme === 'cartoon' ? 't-picture__tile t-picture__tile--framed' : 't-picture__tile'}
            x={PLACE.x + side + (at % PER_ROW) * PLACE.gap}
            y={PLACE.y + Math.floor(at / PER_ROW) * PLACE.gap}
            width="15"
            height="15"
            rx={look.theme === 'cartoon' ? 5.5 : 3.5}
            fill={fill}
          />
        ))}
      </svg>
    </span>
  )
}

const query = '(prefers-color-scheme: dark)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the screen is dark, by choice or by the system; redraws on change. */
function useDarkScreen(): boolean {
  const { mode } = useSnapshot(appearance)
  const system = useSyncExternalStore(subscribe, () => matchMedia(query).matches)
  return mode === 'system' ? system : mode === 'dark'
}
