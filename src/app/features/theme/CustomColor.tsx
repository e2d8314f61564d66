import { lazy, Suspense } from 'react'
import type { Look } from '../../../../contract/rules/themes.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ThemePicture } from './ThemePicture.tsx'
import { useThemeTexts } from './use-theme-texts.ts'

const ColorPanel = lazy(() => import('../../ui/fields/ColorPanel.tsx'))

/** Calm colours for any school; its own come first. */
const OFFERED = ['#457cd6', '#3c9161', '#b4504a', '#1f93a6', '#8a63b8', '#c07a2c', '#b85487', '#5b6b7f'] as const

/** The colour of the custom theme: one from the school's login page, a common one, or any. */
export function CustomColor({
  color,
  schools,
  onChange,
}: {
  color: string
  schools: readonly string[]
  onChange: (look: Look) => void
}) {
  const t = useThemeTexts()
  const swatches = [...new Set([...schools.map((each) => each.toLowerCase()), ...OFFERED])]
  return (
    <section className="t-custom" aria-label={t('customTitle')}>
      <Suspense fallback={<Skeleton label={t('customTitle')} lines={4} />}>
        <ColorPanel
          value={{ color }}
          swatches={swatches}
          onChange={(picked) => onChange({ theme: 'custom', color: picked.color.toUpperCase() })}
        />
      </Suspense>
      <div className="t-custom__sample">
        <ThemePicture look={{ theme: 'custom', color }} />
        <p className="t-hint">{t('customHint')}</p>
      </div>
    </section>
  )
}
