import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { Todo } from '../../../../contract/endpoints/messages/todos.ts'
import { textFor } from '../../../../contract/envelope.ts'
import { pageOf } from '../../../../contract/pages.ts'
import { answerItem, takeOffItem } from '../../core/answers/answer-item.ts'
import { schoolAddress, schoolName } from '../../core/family/linked-schools.ts'
import { nameIn } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { formatFullDay } from '../../ui/format/calendar.ts'
import { TimeAgo } from '../../ui/format/TimeAgo.tsx'
import { useKitTexts } from '../../ui/use-kit-texts.ts'

export function TodoRow({
  todo,
  school = null,
  onSettle,
  onLeave,
}: {
  todo: Todo
  /** The linked school that the item belongs to; its pages are at that school's address. */
  school?: LinkedSchool | null
  /** It is being answered or ignored; resolves to whether it was. */
  onSettle: (answering: Promise<boolean>) => void
  /** The user goes to another page. */
  onLeave?: (() => void) | undefined
}) {
  const { t } = useTranslation('todos')
  const { t: kit, language } = useKitTexts()
  const navigate = useNavigate()
  const { dueOn, sender, asks } = todo
  const isElsewhere = school !== null && todo.url !== null && !/^https?:/i.test(todo.url)
  const url = isElsewhere && todo.url !== null ? schoolAddress(school, todo.url) : todo.url
  const title = textFor(language, todo.title)
  const item = { kind: 'todo', id: todo.id, title: todo.title, account: school } as const
  const isExternal = url !== null && /^https?:/i.test(url)
  const isPage = url !== null && !isExternal && pageOf(new URL(url, location.origin).pathname) !== null

  return (
    <li className="t-row">
      <p className="t-row__title">{title}</p>
      <p className="t-row__since">
        <TimeAgo at={todo.createTime} />
        {sender && ` · ${nameIn(sender, language)}`}
        {dueOn && ` · ${t('due', { day: formatFullDay(dueOn, language) })}`}
        {todo.reminded && ` · ${t('reminder')}`}
      </p>
      <div className="t-row__ways">
        {asks && (
          <Button
            aria-label={t(`${asks.answer}Of`, { title })}
            onClick={() => onSettle(answerItem({ ...item, text: asks.text, asks: asks.answer }))}
          >
            {t(asks.answer)}
          </Button>
        )}
        {url !== null && (
          <a
            className="k-button k-button--quiet"
            href={url}
            aria-label={
              isElsewhere
                ? kit('school.openOf', { school: schoolName(school, language), title })
                : t(isExternal ? 'viewOfNewWindow' : 'viewOf', { title })
            }
            {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
            onClick={(event) => {
              const { button, metaKey, ctrlKey, shiftKey, altKey } = event
              if (!isPage || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
              event.preventDefault()
              onLeave?.()
              void navigate(url)
            }}
          >
            {isElsewhere ? kit('school.open') : t('view')}
          </a>
        )}
        {isElsewhere && url === null && (
          <span className="k-soft">{kit('school.signInThere', { school: schoolName(school, language) })}</span>
        )}
        <Button
          kind="quiet"
          data-ignore=""
          aria-label={t('ignoreOf', { title })}
          onClick={() => onSettle(takeOffItem(item))}
        >
          {t('ignore')}
        </Button>
      </div>
    </li>
  )
}
