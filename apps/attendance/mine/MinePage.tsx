import { children } from '../../../contract/endpoints/family.ts'
import { Loaded, Problem } from '../Loaded.tsx'
import type { Place } from '../app-route.ts'
import { monthOf } from '../dates.ts'
import { useGroups, PARENT, usePortal, useTexts } from '../portal-context.ts'
import { useAnswer } from '../use-query.ts'
import { ChildChooser } from './ChildChooser.tsx'
import { PersonMonth } from './PersonMonth.tsx'

type MinePlace = Extract<Place, { page: 'mine' }>

/** One's own month, or that of a child whom one cares for. */
export function MinePage({ place }: { place: MinePlace }) {
  const { userType } = usePortal().user
  const { today } = useGroups()
  const month = place.month ?? monthOf(today)
  if (userType === PARENT) return <ChildrenMonth place={place} month={month} />
  return <PersonMonth month={month} day={place.day} whose={{}} placeOf={(next) => ({ ...place, day: null, ...next })} />
}

function ChildrenMonth({ place, month }: { place: MinePlace; month: string }) {
  const t = useTexts()
  const { userId } = usePortal().user
  const answer = useAnswer(children, { parentId: userId })
  return (
    <Loaded answer={answer} lines={9}>
      {(all) => {
        const shown = all.find(({ id }) => id === place.student) ?? all[0]
        if (!shown) return <Problem code="attendance.no_person" onRetry={answer.reload} />
        return (
          <PersonMonth
            month={month}
            day={place.day}
            whose={{ studentId: shown.id }}
            placeOf={(next) => ({ ...place, student: shown.id, day: null, ...next })}
            chooser={
              all.length > 1 && (
                <ChildChooser
                  label={t('mine.child')}
                  pupils={all}
                  shown={shown.id}
                  placeOf={(student) => ({ ...place, student, day: null })}
                />
              )
            }
          />
        )
      }}
    </Loaded>
  )
}
