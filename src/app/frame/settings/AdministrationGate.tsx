import '../../ui/layout/page.css'
import './settings.css'
import { useState, type ReactNode } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { AdminGate } from './AdminGate.tsx'
import { administrationPart } from './settings-part.ts'

/** The application of administrators, or why this session may not see it and what to do. */
export default function AdministrationGate({ user, children }: { user: SessionUser; children: ReactNode }) {
  // The application changes the fragment without the router of the portal.
  const [part] = useState(() => administrationPart(location.hash))
  return (
    <AdminGate part={part} user={user}>
      {children}
    </AdminGate>
  )
}
