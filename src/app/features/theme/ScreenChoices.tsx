import desktop from '@phosphor-icons/core/regular/desktop.svg?raw'
import moon from '@phosphor-icons/core/regular/moon.svg?raw'
import sun from '@phosphor-icons/core/regular/sun.svg?raw'
import { useSnapshot } from 'valtio/react'
import { Icon } from '../../ui/Icon.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { appearance, setContrast, setMode } from './theme-store.ts'
import { useThemeTexts } from './use-theme-texts.ts'

const GLYPHS = { system: desktop, light: sun, dark: moon } as const

/** Light or dark, for this device, at once. */
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

/** How strong, for this device, at once. */
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
