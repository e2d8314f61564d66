import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { Todo } from '../../../../contract/endpoints/messages/todos.ts'
import { textFor } from '../../../../contract/envelope.ts'
import { pageOf } from '../../../../contract/pages.ts'
import { dateLocale } from '../../../../contract/rules/date-locale.ts'
import { schoolAddress, schoolName } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { Button } from '../../ui/Button.tsx'
import { TimeAgo } from '../../ui/format/TimeAgo.tsx'

export function TodoRow({
  todo,
  school = null,
  onAnswer,
  onIgnore,
  onLeave,
}: {
  todo: Todo
  /** The linked school that the item belongs to; its pages are at that school's address. */
  school?: LinkedSchool | null
  onAnswer: () => void
  onIgnore: () => void
  onLeave: () => void
}) {
  const { t } = useTranslation('todos')
  const navigate = useNavigate()
  const language = useLanguage()
  const { dueOn, sender, asks } = todo
  const isElsewhere = school !== null && todo.url !== null && !/^https?:/i.test(todo.url)
  const url = isElsewhere && todo.url !== null ? schoolAddress(school, todo.url) : todo.url
  const title = textFor(language, todo.title)
  const due =
    dueOn &&
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${dueOn}T00:00:00Z`),
    )
  const isExternal = url !== null && /^https?:/i.test(url)
  const isPage = url !== null && !isExternal && pageOf(new URL(url, location.origin).pathname) !== null

  return (
    <li className="t-row">
      <p className="t-row__title">{title}</p>
      <p className="t-row__since">
        <TimeAgo at={todo.createTime} />
        {sender && ` · ${language === 'en' ? sender.englishName || sender.name : sender.name}`}
        {due && ` · ${t('due', { day: due })}`}
        {todo.reminded && ` · ${t('reminder')}`}
      </p>
      <div className="t-row__ways">
        {asks && (
          <Button kind="plain" aria-label={t(`${asks.answer}Of`, { title })} onClick={onAnswer}>
            {t(asks.answer)}
          </Button>
        )}
        {url !== null && (
          <a
            className="k-button k-button--quiet"
            href={url}
            aria-label={
              isElsewhere
                ? t('school.openOf', { school: schoolName(school, language), title })
                : t(isExternal ? 'viewOfNewWindow' : 'viewOf', { title })
            }
            {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
            onClick={(event) => {
              const { button, metaKey, ctrlKey, shiftKey, altKey } = event
              if (!isPage || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
              event.preventDefault()
              onLeave()
              void navigate(url)
            }}
          >
            {isElsewhere ? t('school.open') : t('view')}
          </a>
        )}
        {isElsewhere && url === null && (
          <span className="k-soft">{t('school.signInThere', { school: schoolName(school, language) })}</span>
        )}
        <Button kind="quiet" data-ignore="" aria-label={t('ignoreOf', { title })} onClick={onIgnore}>
          {t('ignore')}
        </Button>
      </div>
    </li>
  )
}
