import './waiting-button.css'
import BellIcon from '@phosphor-icons/core/regular/bell.svg?react'
import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bellDotQuery, bellText, useShownCounts } from '../../core/live/counts.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { IconButton } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { frameDialog } from '../frame-dialog.ts'
import { opens } from '../late-dialogs.ts'

const KINDS = {
  messages: { svg: BellIcon, count: 'message', none: 'messages', some: 'messagesUnread', last: 'messagesUnreadAsOf' },
  todos: { svg: ListChecks, count: 'todo', none: 'header.todos', some: 'todosWaiting', last: 'todosWaitingAsOf' },
} as const

/** The button for messages or to-dos with the count of those that wait: "99+" for more than 99; of messages a dot where the unit wants no number. */
export function WaitingButton({ kind }: { kind: keyof typeof KINDS }) {
  const { t } = useTranslation('shell')
  const { svg, none, some, last, count: which } = KINDS[kind]
  const { data: dot } = useQuery({ ...bellDotQuery, enabled: false })
  const hasDot = kind === 'messages' && dot === true
  const shown = useShownCounts()
  const language = useLanguage()
  const count = shown?.counts[which] ?? 0
  const at = shown?.at ?? null
  const label = at === null ? t(some, { count }) : t(last, { count, time: formatDateTime(at, language) })
  return (
    <span className="k-counted">
      <IconButton
        label={count === 0 ? t(none) : label}
        svg={svg}
        {...opens(kind)}
        aria-expanded={useObservable(frameDialog) === kind}
      />
      {count > 0 && (
        <span className={hasDot ? 'k-counted__dot' : 'k-count k-counted__count'} aria-hidden="true">
          {!hasDot && bellText(count)}
        </span>
      )}
    </span>
  )
}
