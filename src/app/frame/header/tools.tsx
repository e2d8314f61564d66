import { type ReactNode, createContext, use, type ComponentProps, useMemo } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Link } from 'react-router-dom'

/** A tool of the header. Its node is a button (with what that opens) and looks at RowsContext for where it stands. */
export interface HeaderTool {
  readonly key: string
  readonly node: ReactNode
  /** Its width in the bar, in buttons; 1 by default. */
  readonly slots?: number
}

/** The width of a tool in the bar, in buttons. */
export function slotsOf({ slots = 1 }: HeaderTool): number {
  return slots
}

/** Set where tools stand as rows with words, in the sheet of a phone or behind the header's last place; `leave` closes that. */
export const RowsContext = createContext<{ readonly leave: () => void } | null>(null)

/** A tool of the header: a glyph in the bar, a row with its name in a list of tools, which closes when it is pressed. */
export function ToolButton({ onClick, ...rest }: ComponentProps<typeof IconButton>) {
  const rows = use(RowsContext)
  return (
    <IconButton
      {...rest}
      onClick={(event) => {
        rows?.leave()
        onClick?.(event)
      }}
    />
  )
}

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

/** Tools one below the other with their names. `onLeave`: one of them leads elsewhere, so the list goes. */
export function ToolRows({ tools, onLeave }: { tools: readonly HeaderTool[]; onLeave: () => void }) {
  const rows = useMemo(() => ({ leave: onLeave }), [onLeave])
  return (
    <RowsContext value={rows}>
      <div className="h-rows">
        {tools.map(({ key, node }) => (
          <div key={key} className="h-row">
            {node}
          </div>
        ))}
      </div>
    </RowsContext>
  )
}
