import X from '@phosphor-icons/core/regular/x.svg?react'
import { useId, useRef, useState } from 'react'
import { list } from '../../../contract/endpoints/people/people.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { personName, useLanguage, useTexts } from '../portal-context.ts'
import { SEARCH_LENGTH } from '../people/people-query.ts'
import { useSearchText } from '../people/use-search-text.ts'

export interface Picked {
  readonly userId: string
  readonly realName: string
  readonly englishName: string
}

/** People that are offered. */
const OFFERED = 6
const TEACHER = '2'
const EMPLOYEE = '4'

/** One teacher or employee, found by name. */
export function PersonField({
  label,
  labelled = 'above',
  person,
  onChange,
}: {
  label: string
  labelled?: 'above' | 'unseen'
  person: Picked | null
  onChange: (person: Picked | null) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const id = useId()
  const [asked, setAsked] = useState('')
  const search = useSearchText(asked, setAsked)
  const input = useRef<HTMLInputElement>(null)
  const request = asked === '' ? null : { query: asked, state: 'active' as const, size: OFFERED }
  const teachers = useEndpoint(list, request && { ...request, userType: TEACHER })
  const employees = useEndpoint(list, request && { ...request, userType: EMPLOYEE })
  const isFound = asked !== '' && teachers.data !== undefined && employees.data !== undefined
  const found = [...(teachers.data?.people ?? []), ...(employees.data?.people ?? [])].slice(0, OFFERED)

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
          <p className="visually-hidden" role="status">
            {isFound ? t('people.found', { count: found.length }) : ''}
          </p>
          {isFound && (
            <ul className="ad-offered">
              {found.length === 0 && <li className="ad-soft">{t('structure.nobodyFound')}</li>}
              {found.map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    onClick={() => onChange({ userId: one.id, realName: one.realName, englishName: one.englishName })}
                  >
                    {personName(one, language)}
                    <span className="ad-soft">{[one.number, one.loginName].filter(Boolean).join(' · ')}</span>
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
