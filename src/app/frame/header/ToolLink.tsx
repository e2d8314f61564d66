import { use, type ComponentProps, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { RowsContext } from './rows.ts'

/** A tool that is a page of the portal; otherwise as ToolButton. `glyph` gets its size: smaller in a row than in the bar. */
export function ToolLink({
  label,
  glyph,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'children'> & { label: string; glyph: (size: number) => ReactNode }) {
  const rows = use(RowsContext)
  return (
    <Link {...rest} className="k-button k-button--icon" aria-label={label} title={label} onClick={() => rows?.leave()}>
      {glyph(rows ? 20 : 28)}
    </Link>
  )
}
