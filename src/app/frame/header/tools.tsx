import { type ReactNode, createContext, use, type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import { Link } from 'react-router-dom'

/** A tool of the header. Its node is a button (with what it opens) and reads RowsContext for its form. */
export interface HeaderTool {
  readonly key: string
  readonly node: ReactNode
  readonly slots?: number
  /** Shown with its name in the person's menu instead of as an icon in the bar. */
  readonly inMenu?: boolean
}

export function slotsOf({ slots = 1 }: HeaderTool): number {
  return slots
}

/** Set where tools are rows with names, in the person's menu or a phone's sheet; `leave` closes that. */
export const RowsContext = createContext<{ readonly leave: () => void } | null>(null)

/** A tool of the header: an icon in the bar, a row with its name in a list of tools, which closes on press. */
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

/** A tool that links to a page of the portal; otherwise as ToolButton. */
export function ToolLink({
  label,
  svg,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'children'> & { label: string; svg: SvgComponent }) {
  const rows = use(RowsContext)
  return (
    <Link {...rest} className="k-button k-button--icon" aria-label={label} title={label} onClick={() => rows?.leave()}>
      <Icon svg={svg} />
    </Link>
  )
}

/** Tools in rows with their names. `onLeave`: one of them leads elsewhere, so the list closes. */
export function ToolRows({ tools, onLeave }: { tools: readonly HeaderTool[]; onLeave: () => void }) {
  const { t } = useTranslation('shell')
  const rows = useMemo(() => ({ leave: onLeave }), [onLeave])
  return (
    <RowsContext value={rows}>
      <ul className="h-rows" aria-label={t('header.tools')}>
        {tools.map(({ key, node }) => (
          <li key={key} className="h-row" data-tool={key}>
            {node}
          </li>
        ))}
      </ul>
    </RowsContext>
  )
}
