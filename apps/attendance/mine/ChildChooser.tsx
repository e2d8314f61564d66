import { Link } from 'react-router-dom'
import type { Child } from '../../../contract/endpoints/family.ts'
import { placePath, type Place } from '../app-route.ts'

/** A parent's children, of whom one is shown. */
export function ChildChooser({
  label,
  pupils,
  shown,
  placeOf,
}: {
  label: string
  pupils: readonly Child[]
  shown: string
  placeOf: (student: string) => Place
}) {
  return (
    <nav className="at-segments" aria-label={label}>
      {pupils.map(({ id, realName }) => (
        <Link key={id} to={placePath(placeOf(id))} aria-current={id === shown ? 'true' : undefined}>
          {realName}
        </Link>
      ))}
    </nav>
  )
}
