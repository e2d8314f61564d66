import './record.css'
import type { ComponentProps } from 'react'
import { NoData } from '../feedback/NoData.tsx'

/** A card in place of records where there are none. */
export function NoDataCard(props: ComponentProps<typeof NoData>) {
  return (
    <div className="app-card k-none">
      <NoData {...props} />
    </div>
  )
}
