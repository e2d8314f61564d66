import '../../src/app/ui/fields/segments.css'
import { Link } from 'react-router-dom'
import { routePath, type AppRoute } from './app-route.ts'

/** Links to the views of a page, of which one is shown. */
export function Segments({
  label,
  links,
}: {
  label: string
  links: readonly { label: string; to: AppRoute; current: boolean }[]
}) {
  return (
    <nav className="k-segments__row" aria-label={label}>
      {links.map(({ label: text, to, current }) => (
        <Link
          key={routePath(to)}
          className="k-segment k-segment__face"
          to={routePath(to)}
          aria-current={current ? 'true' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
