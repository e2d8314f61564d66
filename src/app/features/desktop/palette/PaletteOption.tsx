import UserIcon from '@phosphor-icons/core/regular/user.svg?react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../../../contract/envelope.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { iconName, isExternal } from '../visible-icons.ts'
import type { Entry, Mark, PersonAction } from './search.ts'

/** An entry of the search with its picture, name, what tells it apart, and what choosing it does. */
export function PaletteOption({
  entry,
  id,
  active,
  language,
  onPoint,
  onChoose,
}: {
  entry: Entry
  id: string
  active: boolean
  language: Language
  onPoint: () => void
  onChoose: () => void
}) {
  const { t } = useTranslation('desktop')
  const { label, mark, other } = entry.hit
  const isFurther = entry.kind === 'person' && entry.isFurther
  return (
    // The field keeps the focus and does what keys ask for, as a combobox does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      className="c-option"
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-entry={entry.key}
      data-further={isFurther || undefined}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Picture entry={entry} />
      <span className={isFurther ? 'visually-hidden' : 'c-option__words'}>
        <span className="c-option__name">
          <Marked text={label} mark={mark} />
        </span>
        {other && (
          <span className="c-option__detail">
            <Marked text={other.text} mark={other.mark} />
          </span>
        )}
        {entry.kind === 'application' && entry.hit.item.inside && (
          <span className="c-option__detail">{iconName(entry.hit.item.inside, language)}</span>
        )}
        {entry.kind === 'person' && (
          <span className="c-option__detail">
            {[
              t(`palette.kinds.${entry.hit.item.userType}`),
              ...entry.hit.item.places.map(({ name, englishName }) => (language === 'en' ? englishName : name)),
            ].join(' · ')}
          </span>
        )}
      </span>
      <span className="c-option__does">{t(`palette.${doesWhat(entry)}`)}</span>
    </div>
  )
}

function doesWhat(entry: Entry): 'open' | 'newWindow' | PersonAction {
  if (entry.kind === 'person') return entry.does
  return entry.kind === 'application' && isExternal(entry.hit.item) ? 'newWindow' : 'open'
}

function Picture({ entry }: { entry: Entry }) {
  if (entry.kind === 'application') {
    const { item } = entry.hit
    return <img className="c-option__tile" src={(item.inside ?? item).imgPath} alt="" width="32" height="32" />
  }
  return (
    <span className="c-option__glyph">
      <Icon svg={entry.kind === 'action' ? entry.hit.item.glyph : UserIcon} />
    </span>
  )
}

function Marked({ text, mark }: { text: string; mark: Mark | null }) {
  if (!mark) return text
  return (
    <>
      {text.slice(0, mark.start)}
      <mark className="c-mark">{text.slice(mark.start, mark.end)}</mark>
      {text.slice(mark.end)}
    </>
  )
}
