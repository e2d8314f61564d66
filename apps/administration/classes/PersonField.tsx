import X from '@phosphor-icons/core/regular/x.svg?react'
import { useId, useRef, useState } from 'react'
import * as people from '../../../contract/endpoints/people/people.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { nameIn, personName, useLanguage, useTexts } from '../portal-context.ts'
import { SEARCH_LENGTH } from '../people/people-query.ts'
import { useSearchText } from '../../../src/app/ui/list/use-search-text.ts'

export interface Picked {
  readonly userId: string
  readonly realName: string
  readonly englishName: string
}

/** People that are offered. */
const OFFERED = 6
type Type = '1' | '2' | '3' | '4'
const EMPLOYEES: readonly [Type, Type] = ['2', '4']

/** One person of these types, by default a teacher or an employee, found by name. A pupil's `userId` is that of the pupil. */
export function PersonField({
  label,
  labelled = 'above',
  types = EMPLOYEES,
  error,
  person,
  onChange,
}: {
  label: string
  labelled?: 'above' | 'unseen'
  types?: readonly [Type, Type?]
  error?: string | undefined
  person: Picked | null
  onChange: (person: Picked | null) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const id = useId()
  const [asked, setAsked] = useState('')
  const search = useSearchText(asked, setAsked)
  const input = useRef<HTMLInputElement>(null)
  const isWrong = error !== undefined && error !== ''
  const request = asked === '' ? null : { query: asked, state: 'active' as const, size: OFFERED }
  const [first, second] = types
  const firstFound = useEndpoint(people.list, request && { ...request, userType: first })
  const secondFound = useEndpoint(people.list, request && second ? { ...request, userType: second } : null)
  const isFound =
    asked !== '' && firstFound.data !== undefined && (second === undefined || secondFound.data !== undefined)
  const found = [...(firstFound.data?.people ?? []), ...(secondFound.data?.people ?? [])].slice(0, OFFERED)

  return (
    <div className="k-field">
      <span id={id} className={labelled === 'unseen' ? 'visually-hidden' : 'k-field__label'}>
        {label}
      </span>
      {person ? (
        <span className="ad-picked" role="group" aria-labelledby={id}>
          {personName(person, language)}
          <IconButton
            svg={X}
            size={16}
            label={t('structure.unpick', { name: personName(person, language) })}
            onClick={() => {
              setAsked('')
              onChange(null)
              requestAnimationFrame(() => input.current?.focus())
            }}
          />
        </span>
      ) : (
        <>
          <input
            ref={input}
            type="search"
            className="k-field__input"
            aria-labelledby={id}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-error` : undefined}
            placeholder={t('structure.findPerson')}
            autoComplete="off"
            spellCheck={false}
            maxLength={SEARCH_LENGTH}
            {...search}
            onKeyDown={(event) => {
              // It would send the form.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          {isWrong && (
            <p className="k-field__error" id={`${id}-error`}>
              {error}
            </p>
          )}
          <p className="visually-hidden" role="status">
            {isFound ? t('people.found', { count: found.length }) : ''}
          </p>
          {isFound && (
            <ul className="ad-offered">
              {found.length === 0 && (
                <li className="ad-soft">{t(types === EMPLOYEES ? 'structure.nobodyFound' : 'people.nothing.title')}</li>
              )}
              {found.map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    onClick={() => onChange({ userId: one.id, realName: one.realName, englishName: one.englishName })}
                  >
                    {personName(one, language)}
                    <span className="ad-soft">
                      {[one.number, one.loginName, ...one.places.map((place) => nameIn(place, language))]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}
