import X from '@phosphor-icons/core/regular/x.svg?react'
import { useId, useRef, useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as publications from '../../../contract/endpoints/messages/publications.ts'
import { PUBLICATION_LIMITS } from '../../../contract/endpoints/messages/publications.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { className } from '../classes/class-name.ts'
import { SEARCH_LENGTH } from '../people/people-query.ts'
import { useSearchText } from '../../../src/app/ui/list/use-search-text.ts'
import { nameIn, personName, useLanguage, useTexts } from '../portal-context.ts'
import { ofClassTypes, type Draft } from './message-draft.ts'
import { usePublicationCalls, useWritesToClasses } from './publication-calls.ts'

type Options = ResponseOf<typeof publications.options>
type Chosen = Pick<Draft, 'userTypes' | 'where' | 'gradeIds' | 'classIds' | 'roleIds' | 'people'>
const USER_TYPES = [1, 3, 2, 4] as const

/** To whom: types, everywhere or in grades and classes, and holders of roles and persons besides. A teacher's choices are the own classes, their pupils and parents. */
export function AudienceField({
  options: known,
  chosen,
  error,
  onChange,
}: {
  options: Options
  chosen: Chosen
  error: string
  onChange: (change: Partial<Chosen>) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const toClasses = useWritesToClasses()
  return (
    <div className="ad-audience">
      <ChoicesField
        type="checkbox"
        name="userTypes"
        label={t('messages.to')}
        error={error}
        chosen={chosen.userTypes}
        options={USER_TYPES.filter((type) => !toClasses || ofClassTypes.includes(type)).map((type) => [
          type,
          t(`types.${type}`),
        ])}
        onChange={(userTypes) => onChange({ userTypes })}
      />
      {known.classes.length > 0 && !toClasses && (
        <Segments
          label={t('messages.where')}
          labelled="unseen"
          options={[
            { value: 'unit', label: t('messages.whole') },
            { value: 'places', label: t('messages.places') },
          ]}
          value={chosen.where}
          onChange={(where) => onChange({ where })}
        />
      )}
      {toClasses ? (
        <OwnClasses options={known} chosen={chosen} onChange={onChange} />
      ) : (
        chosen.where === 'places' && <Places options={known} chosen={chosen} onChange={onChange} />
      )}
      {known.roles.length > 0 && (
        <ChoicesField
          type="checkbox"
          name="roleIds"
          label={t('messages.roles')}
          hint={t('messages.rolesHint')}
          chosen={chosen.roleIds}
          options={known.roles.map((role) => [role.roleId, nameIn(role, language)])}
          onChange={(roleIds) => onChange({ roleIds })}
        />
      )}
      <Persons people={chosen.people} onChange={(people) => onChange({ people })} />
    </div>
  )
}

/** The classes that the user teaches. */
function OwnClasses({
  options: known,
  chosen: { classIds },
  onChange,
}: {
  options: Options
  chosen: Chosen
  onChange: (change: Partial<Chosen>) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <ChoicesField
      type="checkbox"
      name="classIds"
      label={t('messages.ownClasses')}
      chosen={classIds}
      options={known.classes.map((one) => [one.classId, className(known, one, language)])}
      onChange={(chosen) => onChange({ classIds: chosen })}
    />
  )
}

/** Each grade with its classes; a whole grade has all of its classes, also later ones. */
function Places({
  options: { grades, classes },
  chosen: { gradeIds, classIds },
  onChange,
}: {
  options: Options
  chosen: Chosen
  onChange: (change: Partial<Chosen>) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const toggled = (ids: readonly string[], id: string, isOn: boolean) =>
    isOn ? [...ids.filter((one) => one !== id), id] : ids.filter((one) => one !== id)
  return (
    <div className="ad-places">
      {grades.map((grade) => {
        const own = classes.filter(({ gradeId }) => gradeId === grade.gradeId)
        if (own.length === 0) return null
        const isWhole = gradeIds.includes(grade.gradeId)
        const ownIds = own.map(({ classId }) => classId)
        const name = nameIn(grade, language)
        return (
          <fieldset key={grade.gradeId} className="ad-place">
            <legend className="visually-hidden">{name}</legend>
            <label className="ad-check ad-place__grade">
              <input
                type="checkbox"
                checked={isWhole}
                disabled={!isWhole && gradeIds.length >= PUBLICATION_LIMITS.grades}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({
                    gradeIds: toggled(gradeIds, grade.gradeId, checked),
                    classIds: classIds.filter((id) => !ownIds.includes(id)),
                  })
                }
              />
              {name}
            </label>
            <div className="ad-place__classes">
              {own.map((one) => (
                <label key={one.classId} className="ad-check">
                  <input
                    type="checkbox"
                    aria-label={t('messages.classOf', { grade: name, name: nameIn(one, language) })}
                    checked={isWhole || classIds.includes(one.classId)}
                    disabled={
                      isWhole || (!classIds.includes(one.classId) && classIds.length >= PUBLICATION_LIMITS.classes)
                    }
                    onChange={({ currentTarget: { checked } }) =>
                      onChange({ classIds: toggled(classIds, one.classId, checked) })
                    }
                  />
                  {nameIn(one, language)}
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** Persons who get it in any case, found by name. */
function Persons({ people, onChange }: { people: Draft['people']; onChange: (people: Draft['people']) => void }) {
  const t = useTexts()
  const language = useLanguage()
  const id = useId()
  const [asked, setAsked] = useState('')
  const search = useSearchText(asked, setAsked)
  const input = useRef<HTMLInputElement>(null)
  const { findPeople } = usePublicationCalls()
  const toClasses = useWritesToClasses()
  const found = useEndpoint(findPeople, asked === '' ? null : { query: asked })
  const offered = (found.data ?? []).filter(({ userId }) => !people.some((one) => one.userId === userId))
  const isFound = asked !== '' && found.data !== undefined && !found.isPlaceholderData
  const isFull = people.length >= PUBLICATION_LIMITS.people

  return (
    <div className="k-field">
      <label id={id} className="k-field__label" htmlFor={`${id}-input`}>
        {t(toClasses ? 'messages.personsOfClasses' : 'messages.persons')}
      </label>
      {people.length > 0 && (
        <ul className="ad-persons" aria-labelledby={id}>
          {people.map((one) => (
            <li key={one.userId} className="ad-picked">
              {personName(one, language)}
              <IconButton
                svg={X}
                size={16}
                label={t('structure.unpick', { name: personName(one, language) })}
                onClick={() => {
                  onChange(people.filter(({ userId }) => userId !== one.userId))
                  input.current?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={`${id}-input`}
        type="search"
        className="k-field__input"
        placeholder={t('structure.findPerson')}
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_LENGTH}
        disabled={isFull}
        {...search}
        onKeyDown={(event) => {
          // It would send the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p className="visually-hidden" role="status">
        {isFound ? t('people.found', { count: offered.length }) : ''}
      </p>
      {isFound && (
        <ul className="ad-offered">
          {offered.length === 0 && <li className="ad-soft">{t('structure.nobodyFound')}</li>}
          {offered.map((one) => (
            <li key={one.userId}>
              <button
                type="button"
                onClick={() => {
                  const { userId, realName, englishName } = one
                  onChange([...people, { userId, realName, englishName }])
                  setAsked('')
                  input.current?.focus()
                }}
              >
                {personName(one, language)}
                <span className="ad-soft">
                  {[t(`type.${one.userType}`), one.place && nameIn(one.place, language)].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
