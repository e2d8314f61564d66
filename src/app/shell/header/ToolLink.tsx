import { use, type ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../kit/Icon.tsx'
import { RowsContext } from './rows.ts'

/** A tool that is a page of the portal; otherwise as ToolButton. */
export function ToolLink({
  label,
  svg,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'children'> & { label: string; svg: string }) {
  const rows = use(RowsContext)
  return (
    <Link {...rest} className="k-button k-button--icon" aria-label={label} title={label} onClick={() => rows?.leave()}>
      <Icon svg={svg} />
    </Link>
  )
}
