import { Link } from 'react-router-dom'
import type { Child } from '../../../contract/endpoints/family.ts'
import { routePath, type AppRoute } from '../app-route.ts'

export function ChildChooser({
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
