import BellIcon from '@phosphor-icons/core/regular/bell.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useShownCounts } from '../../core/live/last-counts.ts'
import { bellDotQuery, bellText } from '../../core/live/unread-counts.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { CountedButton } from '../../ui/CountedButton.tsx'
import { lateDialog } from '../../ui/late-part.tsx'

const MessagesDialog = lateDialog(() => import('./MessagesDialog.tsx'))

/** The button for messages with the unread count: "99+" for more than 99, and a dot where the unit wants no number. */
export function Bell({ user }: { user: SessionUser }) {
  const { t } = useTranslation('shell')
  const { data: dot } = useQuery({ ...bellDotQuery, enabled: false })
  const [open, setOpen] = useState(false)
  const shown = useShownCounts()
  const language = useLanguage()
  const count = shown?.counts.message ?? 0
  const time = shown?.at ? formatDateTime(shown.at, language) : null

  return (
    <>
      <CountedButton
        label={
          count === 0
            ? t('messages')
            : time === null
              ? t('messagesUnread', { count })
              : t('messagesUnreadAsOf', { count, time })
        }
        svg={BellIcon}
        count={bellText(count)}
        dot={dot === true}
        open={open}
        onPrepare={MessagesDialog.prepare}
        onClick={() => setOpen(true)}
      />
      {open && <MessagesDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}
