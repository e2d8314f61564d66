import { useId } from 'react'
import { useSay } from './texts.ts'
import type { Settings } from './settings.ts'

export function Toolbar({
  settings,
  onChange,
}: {
  settings: Settings
  onChange: (changed: Partial<Settings>) => void
}) {
  const { say } = useSay()
  return (
    <div className="c-tools">
      <Choice
        label={say('语言', 'Language')}
        value={settings.language}
        choices={[
          ['zh-CN', '简体中文'],
          ['en', 'English'],
        ]}
        onChange={(language) => onChange({ language })}
      />
      <Choice
        label={say('明暗', 'Mode')}
        value={settings.mode}
        choices={[
          ['system', say('跟随系统', 'System')],
          ['light', say('浅色', 'Light')],
          ['dark', say('深色', 'Dark')],
        ]}
        onChange={(mode) => onChange({ mode })}
      />
      <Choice
        label={say('对比度', 'Contrast')}
        value={settings.contrast}
        choices={[
          ['system', say('跟随系统', 'System')],
          ['normal', say('普通', 'Normal')],
          ['more', say('高对比度', 'High')],
        ]}
        onChange={(contrast) => onChange({ contrast })}
      />
    </div>
  )
}

function Choice<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: T
  choices: readonly (readonly [T, string])[]
  onChange: (value: T) => void
}) {
  const id = useId()
  return (
    <span className="c-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = choices.find(([code]) => code === event.target.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {choices.map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}
