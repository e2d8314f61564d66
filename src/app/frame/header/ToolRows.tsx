import { useMemo } from 'react'
import { RowsContext } from './rows.ts'
import type { HeaderTool } from './tools.ts'

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
