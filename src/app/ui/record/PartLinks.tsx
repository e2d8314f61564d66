import './record.css'
import { Link } from 'react-router-dom'
import { LinkRow } from '../layout/LinkRow.tsx'

/** Links to the parts of a page, of which one is shown: the first at `base`, the others below it. */
export function PartLinks<Part extends string>({
  label,
  base,
  parts,
  current,
  text,
}: {
  label: string
  base: string
  parts: readonly Part[]
  current: Part
  text: (part: Part) => string
}) {
  return (
    <LinkRow className="k-parts" label={label}>
      {parts.map((part, at) => (
        <Link key={part} to={at === 0 ? base : `${base}/${part}`} aria-current={part === current ? 'page' : undefined}>
          {text(part)}
        </Link>
      ))}
    </LinkRow>
  )
}
