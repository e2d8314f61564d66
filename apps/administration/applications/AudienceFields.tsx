import { useState } from 'react'
import type {
  Application,
  ApplicationOverview,
  Audience,
} from '../../../contract/endpoints/applications/applications.ts'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { useLocale } from '../portal-context.ts'
import { namedOptions } from '../classes/structure-options.ts'
import { USER_TYPES } from './application-lists.ts'

/** Who sees an application: people who meet each part in which something is chosen. */
export function AudienceFields({
  of,
  overview: { roles, classes, campuses },
  value,
  errorOf,
  onChange,
}: {
  of: Application | null
  overview: ApplicationOverview
  value: Audience
  errorOf: (field: keyof Audience) => string
  onChange: (changed: Partial<Audience>) => void
}) {
  const { t, nameOf, language } = useLocale()
  // Not while classes are chosen, which would move the fields below.
  const [classesOpen] = useState(value.classIds.length > 0)
  const grades = [...new Set(classes.map(({ gradeName }) => gradeName))]
  /** Those of what the application is limited to that were deleted; they are offered until they are unchosen. */
  const lostOf = (chosen: readonly string[], known: readonly (readonly [string, string])[]) =>
    chosen
      .filter((id) => known.every(([one]) => one !== id))
      .map((id) => [id, t('applications.audience.gone')] as const)
  const roleOptions = namedOptions(roles, 'roleId', language)
  const campusOptions = namedOptions(campuses, 'campusId', language)
  const lostClasses = lostOf(value.classIds, namedOptions(classes, 'classId', language))
  /** The choice in a part of the classes; those of other parts stay. */
  const changeClasses = (part: readonly string[], chosen: readonly string[]) =>
    onChange({ classIds: [...value.classIds.filter((id) => !part.includes(id)), ...chosen] })

  return (
    <>
      <ChoicesField
        type="checkbox"
        name="userTypes"
        label={t('applications.audience.types')}
        error={errorOf('userTypes')}
        chosen={value.userTypes}
        options={(of?.madeFor ?? USER_TYPES).map((type) => [type, t(`types.${type}`)] as const)}
        onChange={(chosen) => onChange({ userTypes: chosen })}
      />
      <ChoicesField
        type="checkbox"
        name="roleIds"
        label={t('person.roles')}
        error={errorOf('roleIds')}
        chosen={value.roleIds}
        options={[...roleOptions, ...lostOf(value.roleIds, roleOptions)]}
        onChange={(chosen) => onChange({ roleIds: chosen })}
      />
      {(campuses.length > 1 || value.campusIds.length > 0) && (
        <ChoicesField
          type="checkbox"
          name="campusIds"
          label={t('filter.campus')}
          error={errorOf('campusIds')}
          chosen={value.campusIds}
          options={[...campusOptions, ...lostOf(value.campusIds, campusOptions)]}
          onChange={(chosen) => onChange({ campusIds: chosen })}
        />
      )}
      {(classes.length > 0 || lostClasses.length > 0) && (
        <details className="ad-details" open={classesOpen}>
          <summary>
            {value.classIds.length > 0
              ? t('applications.audience.classesChosen', { count: value.classIds.length })
              : t('applications.audience.classes')}
          </summary>
          {grades.map((gradeName) => {
            const own = classes.filter((one) => one.gradeName === gradeName)
            const [first] = own
            const options = namedOptions(own, 'classId', language)
            const ids = options.map(([id]) => id)
            return (
              <ChoicesField
                key={gradeName}
                type="checkbox"
                name="classIds"
                label={nameOf({ name: gradeName, englishName: first?.gradeEnglishName ?? '' })}
                chosen={value.classIds.filter((id) => ids.includes(id))}
                options={options}
                onChange={(chosen) => changeClasses(ids, chosen)}
              />
            )
          })}
          {lostClasses.length > 0 && (
            <ChoicesField
              type="checkbox"
              name="classIds"
              label={t('applications.audience.lost')}
              chosen={lostClasses.map(([id]) => id)}
              options={lostClasses}
              onChange={(chosen) =>
                changeClasses(
                  lostClasses.map(([id]) => id),
                  chosen,
                )
              }
            />
          )}
          <p className="k-field__error" role="alert">
            {errorOf('classIds')}
          </p>
        </details>
      )}
    </>
  )
}
