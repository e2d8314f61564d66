import type { RefObject } from 'react'
import { MenuItem } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { LinkedAccount } from '../../features/family/linked-accounts.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

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
    <HeaderMenu
      label={t('switchRole.button')}
      trigger={trigger}
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
    </HeaderMenu>
  )
}
