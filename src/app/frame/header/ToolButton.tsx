import { use, type ComponentProps } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { RowsContext } from './rows.ts'

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
