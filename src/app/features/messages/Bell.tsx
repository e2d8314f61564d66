import './bell.css'
import BellIcon from '@phosphor-icons/core/regular/bell.svg?react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio/react'
import { IconButton } from '../../ui/Button.tsx'
import { bellText, waiting } from '../../core/live/waiting.ts'

const loadDialog = () => import('./MessagesDialog.tsx')
const MessagesDialog = lazy(loadDialog)

/** The button for messages with the unread count: "99+" for more than 99, and a dot where the unit wants no number. */
export function Bell({ userId }: { userId: string }) {
  const { t } = useTranslation('shell')
  const { counts, dot } = useSnapshot(waiting)
  const [open, setOpen] = useState(false)
  const count = counts?.message ?? 0
  const text = bellText(count)
  const prepare = () => void loadDialog().catch(() => {})

  return (
    <>
      <span className="m-bell">
        <IconButton
          label={count > 0 ? t('messagesUnread', { count }) : t('messages')}
          svg={BellIcon}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => setOpen(true)}
        />
        {text && (
          <span className={dot ? 'm-bell__dot' : 'm-bell__count'} aria-hidden="true">
            {!dot && text}
          </span>
        )}
      </span>
      {open && (
        <Suspense fallback={null}>
          <MessagesDialog userId={userId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
