import { useId } from 'react'
import { parseTheme, type Look, type Theme } from '../../../../contract/rules/themes.ts'
import { ThemePicture } from './ThemePicture.tsx'
import { useThemeTexts } from './use-theme-texts.ts'

/** All themes as pictures. `own` is the colour of "custom" before another one is picked. */
export function ThemeChoice({
  look,
  own,
  onChange,
}: {
  look: Look | null
  own: string
  onChange: (look: Look) => void
}) {
  const t = useThemeTexts()
  const id = useId()
  const lookOf = (theme: Theme): Look => {
    const custom = { theme: 'custom', color: look?.theme === 'custom' ? look.color : own } as const
    return parseTheme(theme) ?? custom
  }

  return (
    <div className="t-groups">
      {THEME_GROUPS.map(({ name, themes }) => (
        <fieldset key={name} className={`t-group t-group--${name}`}>
          <legend>{t(`groups.${name}`)}</legend>
          <div className="t-group__cards">
            {themes.map((theme) => (
              <label key={theme} className="t-card">
                {/* One name for all groups: they are one choice. */}
                <input
                  type="radio"
                  name={id}
                  value={theme}
                  checked={look?.theme === theme}
                  onChange={() => onChange(lookOf(theme))}
                />
                <ThemePicture look={lookOf(theme)} />
                <span className="t-card__name">{t(`names.${theme}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

/** The themes in the groups in which they are offered. */
const THEME_GROUPS = [
  { name: 'classic', themes: ['ink', 'lotus'] },
  { name: 'stage', themes: ['cartoon'] },
  { name: 'colors', themes: ['red', 'blue', 'cyan', 'green', 'custom'] },
] as const satisfies readonly { name: string; themes: readonly Theme[] }[]
