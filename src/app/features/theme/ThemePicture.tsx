import './scenes/color.css'
import './scenes/ink.css'
import './scenes/lotus.css'
import './scenes/cartoon.css'
import type { CSSProperties } from 'react'
import { forcesTop, type Look, type Theme } from '../../../../contract/rules/appearance/themes.ts'
import { TINT_NAMES, tintValues } from '../../../../contract/rules/appearance/tints.ts'
import type { MenuLayout } from '../../core/storage/theme-keys.ts'

const APPLICATIONS = [
  'files',
  'attendance',
  'roster',
  'administration',
  'scratch',
  'weather',
  'gaokao',
  'national-library',
] as const
const PER_ROW = 4
const PLACE = { x: 37, y: 35, gap: 23 } as const
/** The form of the applications' pictures, as on the desktop of the theme. */
const FORMS: Readonly<Partial<Record<Theme, string>>> = { ink: '#gray', cartoon: '#cartoon' }

/**
 * A small picture of a desktop in a theme, from the custom properties, the scenery and the pictures of applications that the page has in it: light, dark
 * and with more contrast as the page. Decoration.
 */
export function ThemePicture({ look, layout = 'top' }: { look: Look; layout?: MenuLayout }) {
  const tints = tintValues(look.color)
  const style: CSSProperties = Object.fromEntries(TINT_NAMES.map((name, at) => [name, tints[at]]))
  const side = layout === 'left' ? 14 : 0
  const scene = forcesTop(look.theme) ? look.theme : 'color'
  return (
    <span className="t-picture" data-look={look.theme} data-scene={scene} style={style} aria-hidden="true">
      <svg viewBox="0 0 160 100" focusable="false">
        {side > 0 && <path className="t-picture__card" d={`M0 12h${side}v88H0z`} />}
        <path className="t-picture__card" d="M0 0h160v12H0z" />
        <rect className="t-picture__accent" x="5" y="3" width="6" height="6" rx="1.5" />
        <rect className="t-picture__line" x="14" y="4.5" width="26" height="3" rx="1.5" />
        <rect className="t-picture__line" x="136" y="4.5" width="19" height="3" rx="1.5" />
        <rect className="t-picture__panel" x={26 + side} y="25" width="108" height="58" rx="6" />
        {APPLICATIONS.map((code, at) => (
          <image
            key={code}
            href={`/icons/apps/${code}.svg${FORMS[look.theme] ?? ''}`}
            x={PLACE.x + side + (at % PER_ROW) * PLACE.gap}
            y={PLACE.y + Math.floor(at / PER_ROW) * PLACE.gap}
            width="16"
            height="16"
          />
        ))}
      </svg>
    </span>
  )
}
