import type { SessionUser } from '../../../contract/calls/session.ts'
import type { Page } from '../../../contract/pages.ts'

export default function ApplicationPage({ page }: { page: Extract<Page, { kind: 'application' }>; user: SessionUser }) {
  return <p>{page.code}</p>
}
