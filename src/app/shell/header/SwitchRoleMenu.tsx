import type { RefObject } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { LinkedAccount } from '../../features/family/linked-accounts.ts'

/** The person's other accounts under the button, each with its name and role. */
export default function SwitchRoleMenu({
  trigger,
  accounts,
  onChoose,
  onClose,
}: {
  trigger: RefObject<HTMLButtonElement | null>
  accounts: readonly LinkedAccount[]
  onChoose: (account: LinkedAccount) => void
  onClose: () => void
}) {
  const { t } = useTranslation('shell')
  return (
    <Popover
      className="h-menu"
      aria-label={t('switchRole.button')}
      triggerRef={trigger}
      isOpen
      placement="bottom end"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Menu
        className="h-menu__list"
        aria-label={t('switchRole.button')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened this menu
        autoFocus="first"
        onAction={(key) => {
          const account = accounts.find(({ userId }) => userId === key)
          if (account) onChoose(account)
        }}
        onClose={onClose}
      >
        {accounts.map(({ userId, name, userType }) => (
          <MenuItem
            key={userId}
            id={userId}
            className="h-menu__item"
            textValue={`${name} ${t(`switchRole.roles.${userType}`)}`}
          >
            <span>{name}</span>
            <span className="h-menu__role">{t(`switchRole.roles.${userType}`)}</span>
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  )
}
