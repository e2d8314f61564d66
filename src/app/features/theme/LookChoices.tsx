import Desktop from '@phosphor-icons/core/regular/desktop.svg?react'
import Moon from '@phosphor-icons/core/regular/moon.svg?react'
import Sun from '@phosphor-icons/core/regular/sun.svg?react'
import { forcesTop, type Look } from '../../../../contract/rules/appearance/themes.ts'
import type { MenuLayout } from '../../core/storage/theme-keys.ts'
import { Segments } from '../../ui/fields/Segments.tsx'
import { useThemeTexts } from './use-theme-texts.ts'
import { useSnapshot } from 'valtio/react'
import { Icon } from '../../ui/icons/Icon.tsx'
import { appearance, setContrast, setMode } from './theme-store.ts'

/** The menu's position, for themes that allow a choice; the others say why there is none. */
export function LayoutChoice({
  look,
  layout,
  onChange,
}: {
  look: Look | null
  layout: MenuLayout
  onChange: (layout: MenuLayout) => void
}) {
  const t = useThemeTexts()
  if (forcesTop(look?.theme ?? null)) return <p className="k-note">{t('layout.forced')}</p>
  return (
    <Segments
      label={t('layout.title')}
      options={(['top', 'left'] as const).map((value) => ({
        value,
        label: t(`layout.${value}`),
        picture: (
          <svg className="t-frame" viewBox="0 0 28 20" aria-hidden="true" focusable="false">
            <rect className="t-frame__page" x=".75" y=".75" width="26.5" height="18.5" rx="3" />
            <path className="t-frame__menu" d={value === 'top' ? 'M3 3h22v4H3z' : 'M3 3h6v14H3z'} />
          </svg>
        ),
      }))}
      value={layout}
      onChange={onChange}
    />
  )
}

const GLYPHS = { system: Desktop, light: Sun, dark: Moon } as const

export function ModeChoice() {
  const t = useThemeTexts()
  const { mode } = useSnapshot(appearance)
  return (
    <Segments
      label={t('mode.title')}
      hint={t('mode.hint')}
      options={(['system', 'light', 'dark'] as const).map((value) => ({
        value,
        label: t(`mode.${value}`),
        picture: <Icon svg={GLYPHS[value]} size={18} />,
      }))}
      value={mode}
      onChange={setMode}
    />
  )
}

export function ContrastChoice() {
  const t = useThemeTexts()
  const { contrast } = useSnapshot(appearance)
  return (
    <Segments
      label={t('contrast.title')}
      hint={t('contrast.hint')}
      options={(['system', 'normal', 'more'] as const).map((value) => ({ value, label: t(`contrast.${value}`) }))}
      value={contrast}
      onChange={setContrast}
    />
  )
}
