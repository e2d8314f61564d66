import ArrowRight from '@phosphor-icons/core/regular/arrow-right.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState, type ReactNode } from 'react'
import { TURN_NEW_CLASSES_MAX, type TurnState } from '../../../../contract/endpoints/people/school-year.ts'
import { Button, IconButton } from '../../../../src/app/ui/Button.tsx'
import { Icon } from '../../../../src/app/ui/icons/Icon.tsx'
import { useLocale } from '../../portal-context.ts'
import { className } from '../class-name.ts'
import { nextKey, type DraftClass, type StepProps, type TurnDraft } from './turn-draft.ts'
import { TurnClassDialog } from './TurnClassDialog.tsx'

/** What becomes of each class, and the new classes. */
export function ClassesStep({ state, draft, problems, odd, onChange }: StepProps) {
  const { t, nameOf, language } = useLocale()
  /** The class in the dialog; 'new' for another new one. */
  const [editing, setEditing] = useState<string | null>(null)
  const edited = [...draft.classes, ...draft.newClasses].find(({ id }) => id === editing) ?? null

  const save = (saved: DraftClass) => {
    const list = state.classes.some(({ classId }) => classId === saved.id) ? 'classes' : 'newClasses'
    const isThere = draft[list].some(({ id }) => id === saved.id)
    onChange({
      [list]: isThere ? draft[list].map((one) => (one.id === saved.id ? saved : one)) : [...draft[list], saved],
    })
  }
  const remove = (id: string) =>
    onChange({
      newClasses: draft.newClasses.filter((one) => one.id !== id),
      pupils: draft.pupils.filter(({ into }) => into !== id),
    })

  return (
    <>
      {state.grades.map((grade) => {
        const own = state.classes.filter(({ gradeId }) => gradeId === grade.gradeId)
        return (
          own.length > 0 && (
            <section key={grade.gradeId} className="ad-grade" aria-label={nameOf(grade)}>
              <h3>{nameOf(grade)}</h3>
              <ul className="app-card">
                {own.map((of) => {
                  const turned = draft.classes.find(({ id }) => id === of.classId)
                  const name = className(state, of, language)
                  return (
                    turned && (
                      <TurnedClass key={of.classId} state={state} of={turned} from={of} problems={problems} odd={odd}>
                        <IconButton
                          svg={Pencil}
                          label={t('action.editNamed', { name })}
                          onClick={() => setEditing(turned.id)}
                        />
                      </TurnedClass>
                    )
                  )
                })}
              </ul>
            </section>
          )
        )
      })}
      <section className="ad-grade" aria-label={t('year.newClasses')}>
        <h3>{t('year.newClasses')}</h3>
        {draft.newClasses.length > 0 && (
          <ul className="app-card">
            {draft.newClasses.map((one) => {
              const name = className(state, one, language)
              return (
                <TurnedClass key={one.id} state={state} of={one} problems={problems} odd={odd}>
                  <IconButton svg={Pencil} label={t('year.editNew', { name })} onClick={() => setEditing(one.id)} />
                  <IconButton svg={Trash} label={t('year.removeNew', { name })} onClick={() => remove(one.id)} />
                </TurnedClass>
              )
            })}
          </ul>
        )}
        {draft.newClasses.length < TURN_NEW_CLASSES_MAX && (
          <div>
            <Button icon={Plus} onClick={() => setEditing('new')}>
              {t('structure.add.class')}
            </Button>
          </div>
        )}
      </section>
      {editing !== null && (
        <TurnClassDialog
          state={state}
          of={edited ?? newClass(state, draft)}
          isNew={!state.classes.some(({ classId }) => classId === editing)}
          isAdded={edited === null}
          onClose={() => setEditing(null)}
          onSave={(saved) => {
            save(saved)
            setEditing(null)
          }}
        />
      )}
    </>
  )
}

function newClass(state: TurnState, { newClasses }: TurnDraft): DraftClass {
  const gradeId = state.grades[0]?.gradeId ?? ''
  return {
    id: nextKey(newClasses),
    gradeId,
    campusId: state.campuses[0]?.campusId ?? null,
    name: '',
    englishName: '',
    head: null,
  }
}

/** A class in the new year: what it becomes, its pupils and class teacher, what is wrong with it, and what can be done. */
function TurnedClass({
  state,
  of,
  from,
  problems,
  odd,
  children,
}: Pick<StepProps, 'state' | 'problems' | 'odd'> & {
  of: DraftClass
  /** What it is today; a new one is nothing yet. */
  from?: TurnState['classes'][number]
  children: ReactNode
}) {
  const { t, nameOf, personName, language } = useLocale()
  const { gradeId, head } = of
  return (
    <li className="ad-entry ad-turned">
      <div className="ad-entry__text">
        <p className="ad-line">
          {from && (
            <>
              <span>{className(state, from, language)}</span>
              <Icon svg={ArrowRight} size={16} />
            </>
          )}
          <Becomes state={state} of={of} />
        </p>
        <p className="k-soft ad-entry__facts">
          {from && <span>{t('structure.pupils', { count: from.students })}</span>}
          {gradeId !== null && (
            <span>{head ? t('structure.head', { name: personName(head) }) : t('structure.noHead')}</span>
          )}
        </p>
        {problems.some(({ id }) => id === of.id) && <p className="k-field__error">{t('year.twice')}</p>}
        {odd
          .filter(({ id }) => id === of.id)
          .map(({ direction, from: before, to }) => (
            <p key={direction} className="ad-warning">
              {t(`year.odd.${direction}`, { from: nameOf(before), to: nameOf(to) })}
            </p>
          ))}
      </div>
      {children}
    </li>
  )
}

function Becomes({ state, of }: { state: TurnState; of: DraftClass }) {
  const { t, nameOf, language } = useLocale()
  if (of.gradeId === null) return <span className="k-tag">{t('year.graduates')}</span>
  const campus = state.campuses.find(({ campusId }) => campusId === of.campusId)
  return (
    <strong>
      {className(state, of, language)}
      {campus && state.campuses.length > 1 && <span className="k-soft"> {nameOf(campus)}</span>}
    </strong>
  )
}
