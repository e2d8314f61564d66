import type { AppRoute } from '../../src/app/micro-apps/AppRoutes.tsx'

export const ROUTES: readonly AppRoute[] = [
  { path: '/', codes: ['roster'], load: () => import('./classes/ClassesPage.tsx') },
  { path: '/class/:classId', codes: ['roster'], load: () => import('./class/ClassPage.tsx') },
  {
    path: '/class/:classId/contacts',
    codes: ['roster', 'roster_contacts'],
    load: () => import('./contacts/ContactsPage.tsx'),
  },
  // The server decides whose class it is.
  { path: '/class/:classId/accounts', codes: ['roster'], load: () => import('./accounts/AccountsPage.tsx') },
]
