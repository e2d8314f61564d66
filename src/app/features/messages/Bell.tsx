import './bell.css'
import BellIcon from '@phosphor-icons/core/regular/bell.svg?react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { bellDotQuery, bellText, useCounts } from '../../core/live/waiting.ts'

const loadDialog = () => import('./MessagesDialog.tsx')
const MessagesDialog = lazy(loadDialog)

/** The button for messages with the unread count: "99+" for more than 99, and a dot where the unit wants no number. */
export function Bell() {
  const { t } = useTranslation('shell')
  const { data: dot } = useQuery({ ...bellDotQuery, enabled: false })
  const [open, setOpen] = useState(false)
  const count = useCounts()?.message ?? 0
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
          <span className={dot ? 'm-bell__dot' : 'k-count m-bell__count'} aria-hidden="true">
            {!dot && text}
          </span>
        )}
      </span>
      {open && (
        <Suspense fallback={null}>
          <MessagesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
