import { useId } from 'react'
import { CHOICES, type readSettings } from './settings.ts'
import type { PageProps } from './texts.ts'

const NAMES = [
  ['language', '语言', 'Language'],
  ['mode', '明暗', 'Mode'],
  ['contrast', '对比度', 'Contrast'],
] as const

export function Toolbar({
  settings,
  onChange,
  say,
}: Pick<PageProps, 'say'> & {
  settings: ReturnType<typeof readSettings>
  onChange: (name: string, value: string) => void
}) {
  const id = useId()
  return (
    <div className="c-tools">
      {NAMES.map(([name, chinese, english]) => (
        <span key={name} className="c-choice">
          <label htmlFor={`${id}-${name}`}>{say(chinese, english)}</label>
          <select id={`${id}-${name}`} value={settings[name]} onChange={(event) => onChange(name, event.target.value)}>
            {CHOICES[name].map(([value, chineseValue, englishValue]) => (
              <option key={value} value={value}>
                {say(chineseValue, englishValue)}
              </option>
            ))}
          </select>
        </span>
      ))}
    </div>
  )
}
