import { children, type Child } from '../../../contract/endpoints/family.ts'
import { Loaded, Problem } from '../Loaded.tsx'
import { type AppRoute, routePath } from '../app-route.ts'
import { monthOf } from '../dates.ts'
import { useGroups, PARENT, usePortal, useTexts } from '../portal-context.ts'
import { useQuery } from '../use-query.ts'
import { PersonMonth } from './PersonMonth.tsx'
import { Link } from 'react-router-dom'

type MineRoute = Extract<AppRoute, { page: 'mine' }>

/** The user's own month, or that of a child. */
export function MinePage({ route }: { route: MineRoute }) {
  const { userType } = usePortal().user
  const { today } = useGroups()
  const month = route.month ?? monthOf(today)
  if (userType === PARENT) return <ChildrenMonth route={route} month={month} />
  return <PersonMonth month={month} day={route.day} whose={{}} routeOf={(next) => ({ ...route, day: null, ...next })} />
}

function ChildrenMonth({ route, month }: { route: MineRoute; month: string }) {
  const t = useTexts()
  const { userId } = usePortal().user
  const query = useQuery(children, { parentId: userId })
  return (
    <Loaded query={query} lines={9}>
      {(all) => {
        const shown = all.find(({ id }) => id === route.student) ?? all[0]
        if (!shown) return <Problem code="attendance.no_person" onRetry={query.reload} />
        return (
          <PersonMonth
            month={month}
            day={route.day}
            whose={{ studentId: shown.id }}
            routeOf={(next) => ({ ...route, student: shown.id, day: null, ...next })}
            chooser={
              all.length > 1 && (
                <ChildChooser
                  label={t('mine.child')}
                  pupils={all}
                  shown={shown.id}
                  routeOf={(student) => ({ ...route, student, day: null })}
                />
              )
            }
          />
        )
      }}
    </Loaded>
  )
}

function ChildChooser({
  label,
  pupils,
  shown,
  routeOf,
}: {
  label: string
  pupils: readonly Child[]
  shown: string
  routeOf: (student: string) => AppRoute
}) {
  return (
    <nav className="at-segments" aria-label={label}>
      {pupils.map(({ id, realName }) => (
        <Link key={id} to={routePath(routeOf(id))} aria-current={id === shown ? 'true' : undefined}>
          {realName}
        </Link>
      ))}
    </nav>
  )
}
