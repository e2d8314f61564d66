import { children } from '../../../contract/endpoints/family.ts'
import { Loaded, Problem } from '../Loaded.tsx'
import { Segments } from '../Segments.tsx'
import type { AppRoute } from '../app-route.ts'
import { monthOf } from '../../../src/app/ui/format/calendar.ts'
import { useGroups, PARENT, usePortal, useTexts } from '../portal-context.ts'
import { useEndpoint } from '../use-endpoint.ts'
import { PersonMonth } from './PersonMonth.tsx'

type MineRoute = Extract<AppRoute, { page: 'mine' }>

/** The user's own month, or that of a child. */
export function MinePage({ route }: { route: MineRoute }) {
  const { userType } = usePortal().user
  const { today } = useGroups()
  const month = route.month ?? monthOf(today)
  if (userType === PARENT) return <ChildrenMonth route={route} month={month} />
  return <PersonMonth month={month} day={route.day} whose={{}} routeOf={(next) => ({ ...route, day: null, ...next })} />
}

/** As the server answers where an account has no person. */
const NO_PERSON = Object.assign(new Error('no child'), { code: 'attendance.no_person' })

function ChildrenMonth({ route, month }: { route: MineRoute; month: string }) {
  const t = useTexts()
  const { userId } = usePortal().user
  const query = useEndpoint(children, { parentId: userId })
  return (
    <Loaded query={query} lines={9}>
      {(all) => {
        const shown = all.find(({ id }) => id === route.student) ?? all[0]
        if (!shown) return <Problem query={{ ...query, error: NO_PERSON }} />
        return (
          <PersonMonth
            month={month}
            day={route.day}
            whose={{ studentId: shown.id }}
            routeOf={(next) => ({ ...route, student: shown.id, day: null, ...next })}
            chooser={
              all.length > 1 && (
                <Segments
                  label={t('mine.child')}
                  links={all.map(({ id, realName }) => ({
                    label: realName,
                    to: { ...route, student: id, day: null },
                    current: id === shown.id,
                  }))}
                />
              )
            }
          />
        )
      }}
    </Loaded>
  )
}
