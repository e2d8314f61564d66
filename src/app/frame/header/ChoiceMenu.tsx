import type { RefObject } from 'react'
import { MenuItem, Menu, Popover, type MenuProps } from 'react-aria-components'

export interface Choice {
  readonly id: string
  readonly name: string
  readonly detail?: string
  /** The language of its name, where that is not the page's. */
  readonly lang?: string
}

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

/** A menu under a button of the header; its entries have the class `h-menu__item`. The first one gets the focus. */
export function HeaderMenu({
  label,
  trigger,
  onClose,
  ...menu
}: Pick<MenuProps<object>, 'selectionMode' | 'selectedKeys' | 'onAction' | 'children'> & {
  label: string
  trigger: RefObject<HTMLButtonElement | null>
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
        {...menu}
        className="h-menu__list"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened this menu
        autoFocus="first"
        onClose={onClose}
      />
    </Popover>
  )
}
