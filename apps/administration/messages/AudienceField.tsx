import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as publications from '../../../contract/endpoints/messages/publications.ts'
import { PUBLICATION_LIMITS } from '../../../contract/endpoints/messages/publications.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { PickField } from '../../../src/app/ui/pick/PickField.tsx'
import { className } from '../classes/class-name.ts'
import { useLocale } from '../portal-context.ts'
import { keptPerson, ofClassTypes, type Draft, type DraftAudience } from './message-draft.ts'
import { usePublicationCalls, useWritesToClasses } from './publication-calls.ts'

type Options = ResponseOf<typeof publications.options>
const USER_TYPES = [1, 3, 2, 4] as const

interface Field {
  readonly options: Options
  readonly chosen: DraftAudience
  readonly onChange: (change: Partial<DraftAudience>) => void
}

/** To whom: types, everywhere or in grades and classes, and holders of roles and persons besides. A teacher's choices are the own classes, their pupils and parents. */
export function AudienceField({ options: known, chosen, error, onChange }: Field & { error: string }) {
  const { t, language, nameOf, personName } = useLocale()
  const call = useCall()
  const { findPeople } = usePublicationCalls()
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
            { value: 'unit', label: t('roles.scope.unit') },
            { value: 'places', label: t('messages.places') },
          ]}
          value={chosen.where}
          onChange={(where) => onChange({ where })}
        />
      )}
      {toClasses ? (
        <ChoicesField
          type="checkbox"
          name="classIds"
          label={t('structure.part.class')}
          chosen={chosen.classIds}
          options={known.classes.map((one) => [one.classId, className(known, one, language)])}
          onChange={(classIds) => onChange({ classIds })}
        />
      ) : (
        chosen.where === 'places' && <Places options={known} chosen={chosen} onChange={onChange} />
      )}
      {known.roles.length > 0 && (
        <ChoicesField
          type="checkbox"
          name="roleIds"
          label={t('person.roles')}
          hint={t('messages.rolesHint')}
          chosen={chosen.roleIds}
          options={known.roles.map((role) => [role.roleId, nameOf(role)])}
          onChange={(roleIds) => onChange({ roleIds })}
        />
      )}
      <PickField<Draft['people'][number] & { detail?: string }>
        label={t(toClasses ? 'messages.personsOfClasses' : 'messages.persons')}
        placeholder={t('structure.findPerson')}
        nothing={t('structure.nobodyFound')}
        most={PUBLICATION_LIMITS.people}
        chosen={chosen.people}
        search={async (query, signal) => {
          const found = await call(findPeople, { query }, { signal })
          return found.map(({ userType, place, ...one }) => ({
            ...one,
            detail: [t(`type.${userType}`), place && nameOf(place)].filter(Boolean).join(' · '),
          }))
        }}
        show={(one) => ({ id: one.userId, name: personName(one), detail: one.detail ?? '' })}
        onChange={(people) => onChange({ people: people.map(keptPerson) })}
      />
    </div>
  )
}

/** Each grade with its classes; a whole grade has all of its classes, also later ones. */
function Places({ options: { grades, classes }, chosen: { gradeIds, classIds }, onChange }: Field) {
  const { t, nameOf } = useLocale()
  const toggled = (ids: readonly string[], id: string, isOn: boolean) =>
    isOn ? [...ids.filter((one) => one !== id), id] : ids.filter((one) => one !== id)
  return (
    <div className="ad-places">
      {grades.map((grade) => {
        const own = classes.filter(({ gradeId }) => gradeId === grade.gradeId)
        if (own.length === 0) return null
        const isWhole = gradeIds.includes(grade.gradeId)
        const ownIds = own.map(({ classId }) => classId)
        const name = nameOf(grade)
        return (
          <fieldset key={grade.gradeId} className="ad-place">
            <legend className="visually-hidden">{name}</legend>
            <label className="k-check ad-place__grade">
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
                <label key={one.classId} className="k-check">
                  <input
                    type="checkbox"
                    aria-label={t('messages.classOf', { grade: name, name: nameOf(one) })}
                    checked={isWhole || classIds.includes(one.classId)}
                    disabled={
                      isWhole || (!classIds.includes(one.classId) && classIds.length >= PUBLICATION_LIMITS.classes)
                    }
                    onChange={({ currentTarget: { checked } }) =>
                      onChange({ classIds: toggled(classIds, one.classId, checked) })
                    }
                  />
                  {nameOf(one)}
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}
