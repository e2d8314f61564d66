import type { ReactNode } from 'react'

/** A tool of the header. Its node is a button (with what that opens) and looks at RowsContext for where it stands. */
export interface HeaderTool {
  readonly key: string
  readonly node: ReactNode
  /** How many places it takes in the bar, one unless said. */
  readonly places?: number
}

/** How many places a tool takes in the bar. */
export function placesOf({ places = 1 }: HeaderTool): number {
  return places
}
