import '../../src/app/ui/layout/page.css'
import type { ReactNode } from 'react'

/** A page of cards with forms, as narrow as these are read best. */
export function SettingsCards({ children }: { children: ReactNode }) {
  return <div className="ad-settings">{children}</div>
}
