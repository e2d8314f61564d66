import { classes } from '../../contract/endpoints/roster.ts'
import { useSearchKeys } from '../../src/app/micro-apps/app-context.ts'
import { useEndpoint } from '../../src/app/micro-apps/use-endpoint.ts'
import { nameIn, useLanguage } from './portal-context.ts'
import { AppRoutes, type AppRoute } from '../../src/app/micro-apps/AppRoutes.tsx'

const routes: readonly AppRoute[] = [
  { path: '/', codes: ['roster'], load: () => import('./classes/ClassesPage.tsx') },
  { path: '/class/:classId', codes: ['roster'], load: () => import('./class/ClassPage.tsx') },
  {
    path: '/class/:classId/contacts',
    codes: ['roster', 'roster_contacts'],
    load: () => import('./contacts/ContactsPage.tsx'),
  },
]

export function RosterApp() {
  const language = useLanguage()
  const { data = [] } = useEndpoint(classes, {})
  useSearchKeys(data.map((one) => ({ path: `/class/${one.classId}`, name: nameIn(one, language) })))
  return <AppRoutes routes={routes} />
}
