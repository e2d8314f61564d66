import type { RefObject } from 'react'
import { Menu, Popover, type MenuProps } from 'react-aria-components'

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
      className="h-menu"
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
