import X from '@phosphor-icons/core/regular/x.svg?react'
import { useState } from 'react'
import * as peopleEndpoints from '../../../../contract/endpoints/people/people.ts'
import { PEOPLE_PAGE_MAX } from '../../../../contract/endpoints/people/people.ts'
import { TURN_PUPILS_MAX } from '../../../../contract/endpoints/people/school-year.ts'
import { Loaded } from '../../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../../src/app/micro-apps/use-endpoint.ts'
import { IconButton } from '../../../../src/app/ui/Button.tsx'
import { Select } from '../../../../src/app/ui/fields/Select.tsx'
import { SelectField } from '../../../../src/app/ui/fields/SelectField.tsx'
import { useLocale } from '../../portal-context.ts'
import { className } from '../class-name.ts'
import { classOptions } from '../structure-options.ts'
import type { DraftPupil, StepProps } from './turn-draft.ts'

const WITH_CLASS = 'with'
const LEAVES = 'leaves'

/** Pupils who do not go along with their class. */
export function PupilsStep({ state, draft, onChange }: StepProps) {
  const { t, personName, language } = useLocale()
  const [classId, setClassId] = useState('')
  const nameOf = (id: string) => {
    const of = state.classes.find((one) => one.classId === id)
    return of ? className(state, of, language) : ''
  }
  const fateOf = ({ home, into }: DraftPupil) => {
    const of = [...draft.classes, ...draft.newClasses].find(({ id }) => id === into)
    if (!of) return t('year.leaves')
    const stays = state.classes.some(({ classId: id, gradeId }) => id === home && gradeId === of.gradeId)
    return t(stays ? 'year.staysIn' : 'year.goesTo', { name: className(state, of, language) })
  }
  const put = (pupil: DraftPupil) =>
    onChange({ pupils: [...draft.pupils.filter(({ studentId }) => studentId !== pupil.studentId), pupil] })
  const drop = (id: string) => onChange({ pupils: draft.pupils.filter(({ studentId }) => studentId !== id) })

  return (
    <>
      <div className="ad-year__choose">
        <SelectField
          label={t('year.pupilsOf')}
          value={classId}
          options={[['', t('year.chooseClass')], ...classOptions(state, language)]}
          onChoose={setClassId}
        />
      </div>
      {classId !== '' && (
        <ClassPupils key={classId} state={state} draft={draft} classId={classId} onPut={put} onDrop={drop} />
      )}
      <section className="ad-grade" aria-label={t('year.chosen')}>
        <h3>
          {t('year.chosen')}
          {t('inBrackets', { text: draft.pupils.length })}
        </h3>
        {draft.pupils.length === 0 ? (
          <p className="k-soft">{t('year.chosenNone')}</p>
        ) : (
          <ul className="app-card">
            {draft.pupils.map((pupil) => {
              const name = personName(pupil)
              return (
                <li key={pupil.studentId} className="ad-entry ad-turned">
                  <div className="ad-entry__text">
                    <p className="ad-entry__name">{name}</p>
                    <p className="k-soft ad-entry__facts">
                      <span>{nameOf(pupil.home)}</span>
                      <span>{fateOf(pupil)}</span>
                    </p>
                  </div>
                  <IconButton
                    svg={X}
                    label={t('year.withClassAgain', { name })}
                    onClick={() => drop(pupil.studentId)}
                  />
                </li>
              )
            })}
          </ul>
        )}
      </section>
    </>
  )
}

function ClassPupils({
  state,
  draft,
  classId,
  onPut,
  onDrop,
}: Pick<StepProps, 'state' | 'draft'> & {
  classId: string
  onPut: (pupil: DraftPupil) => void
  onDrop: (studentId: string) => void
}) {
  const { t, personName, language } = useLocale()
  const query = useEndpoint(peopleEndpoints.list, { classId, userType: '1', sort: 'number', size: PEOPLE_PAGE_MAX })
  const gradeId = state.classes.find((one) => one.classId === classId)?.gradeId
  // Those of the pupil's present grade first: that is where pupils stay back.
  const open = [...draft.classes, ...draft.newClasses].filter((one) => one.gradeId !== null && one.id !== classId)
  const ordered = open.toSorted((a, b) => Number(b.gradeId === gradeId) - Number(a.gradeId === gradeId))
  const isFull = draft.pupils.length >= TURN_PUPILS_MAX
  const options = [
    [WITH_CLASS, t('year.withClass')],
    [LEAVES, t('year.leaves')],
    ...ordered.map((one) => {
      const name = className(state, one, language)
      return [one.id, one.gradeId === gradeId ? t('year.staysIn', { name }) : t('year.goesTo', { name })] as const
    }),
  ] as const

  return (
    <Loaded query={query}>
      {({ people }) => (
        <ul className="app-card">
          {people
            .filter(({ kind }) => kind === 'pupil')
            .map((pupil) => {
              const chosen = draft.pupils.find(({ studentId }) => studentId === pupil.id)
              const name = personName(pupil)
              return (
                <li key={pupil.id} className="ad-entry ad-turned">
                  <div className="ad-entry__text">
                    <p className="ad-entry__name">
                      {name} <span className="k-soft">{pupil.number}</span>
                    </p>
                  </div>
                  <Select
                    className="ad-year__what"
                    aria-label={t('year.whatOf', { name })}
                    value={chosen ? (chosen.into ?? LEAVES) : WITH_CLASS}
                    disabled={isFull && !chosen}
                    options={options}
                    onChoose={(value) => {
                      if (value === WITH_CLASS) return onDrop(pupil.id)
                      const { realName, englishName } = pupil
                      const into = value === LEAVES ? null : value
                      return onPut({ studentId: pupil.id, realName, englishName, home: classId, into })
                    }}
                  />
                </li>
              )
            })}
        </ul>
      )}
    </Loaded>
  )
}
