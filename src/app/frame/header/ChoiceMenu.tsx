import type { RefObject } from 'react'
import { MenuItem } from 'react-aria-components'
import type { Choice } from './choice.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

/** The choices of a tool in a menu under its button. */
export default function ChoiceMenu({
  label,
  trigger,
  choices,
  selected,
  onChoose,
  onClose,
}: {
  label: string
  trigger: RefObject<HTMLButtonElement | null>
  choices: readonly Choice[]
  selected?: string
  onChoose: (id: string) => void
  onClose: () => void
}) {
  return (
    <HeaderMenu
      label={label}
      trigger={trigger}
      {...(selected !== undefined && { selectionMode: 'single', selectedKeys: [selected] })}
      onAction={(key) => {
        onClose()
        onChoose(String(key))
      }}
      onClose={onClose}
    >
      {choices.map(({ id, name, detail, lang }) => (
        <MenuItem key={id} id={id} className="h-menu__item" textValue={detail ? `${name} ${detail}` : name}>
          <span lang={lang}>{name}</span>
          {detail && <span className="h-menu__role">{detail}</span>}
        </MenuItem>
      ))}
    </HeaderMenu>
  )
}
