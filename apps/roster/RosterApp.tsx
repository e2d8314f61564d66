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
  return <AppRoutes routes={routes} />
}
