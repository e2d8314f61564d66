import type { RefObject } from 'react'
import { MenuItem, Menu, Popover } from 'react-aria-components'

export interface Choice {
  readonly id: string
  readonly name: string
  readonly detail?: string
  /** The language of its name, where that is not the page's. */
  readonly lang?: string
}

/** A menu under a button of the header. The first entry gets the focus. */
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
    <Popover
      className="k-raised h-menu"
      aria-label={label}
      triggerRef={trigger}
      isOpen
      placement="bottom end"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Menu
        className="h-menu__list"
        aria-label={label}
        {...(selected !== undefined && { selectionMode: 'single', selectedKeys: [selected] })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened this menu
        autoFocus="first"
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
      </Menu>
    </Popover>
  )
}
