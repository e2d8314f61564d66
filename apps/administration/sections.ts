import type { AppRoute } from '../../src/app/micro-apps/AppRoutes.tsx'
import { SECTION_ENTRIES, type SectionEntry } from './section-entries.ts'

interface Page {
  /** Behind the section's path. */
  readonly at: string
  /** What it needs where the section has more than one code. */
  readonly codes?: AppRoute['codes']
  readonly load: AppRoute['load']
}

/** The first is that of the section itself. They are loaded when they are first shown. */
type Pages = readonly [page: Page, ...Page[]]

const PAGES: Readonly<Record<SectionEntry['path'], Pages>> = {
  units: [
    { at: '', load: () => import('./units/UnitsPage.tsx') },
    { at: '/new', load: () => import('./units/NewUnitPage.tsx') },
    { at: '/health', load: () => import('./units/HealthPage.tsx') },
    { at: '/:unitId', load: () => import('./units/UnitPage.tsx') },
  ],
  operators: [{ at: '', load: () => import('./operators/OperatorsPage.tsx') }],
  schools: [
    { at: '', load: () => import('./schools/SchoolsPage.tsx') },
    { at: '/messages', load: () => import('./schools/SchoolMessagesPage.tsx') },
    { at: '/messages/new', load: () => import('./schools/SchoolComposePage.tsx') },
    { at: '/messages/:areaPublicationId', load: () => import('./schools/SchoolMessagePage.tsx') },
    { at: '/:unitId', load: () => import('./schools/SchoolPage.tsx') },
  ],
  people: [
    { at: '', load: () => import('./people/PeoplePage.tsx') },
    { at: '/:kind/:id', load: () => import('./people/PersonPage.tsx') },
  ],
  classes: [
    { at: '', load: () => import('./classes/StructurePage.tsx') },
    { at: '/year', load: () => import('./classes/year/YearPage.tsx') },
    { at: '/years', load: () => import('./classes/year/YearsPage.tsx') },
    { at: '/:part', load: () => import('./classes/StructurePage.tsx') },
  ],
  roles: [
    { at: '', load: () => import('./roles/RolesPage.tsx') },
    { at: '/types/:userType', load: () => import('./roles/TypePage.tsx') },
    { at: '/:roleId', load: () => import('./roles/RolePage.tsx') },
    { at: '/:roleId/:part', load: () => import('./roles/RolePage.tsx') },
  ],
  imports: [
    { at: '', load: () => import('./imports/ImportsPage.tsx') },
    { at: '/:importId', load: () => import('./imports/ImportPage.tsx') },
  ],
  applications: [
    { at: '', load: () => import('./applications/ApplicationsPage.tsx') },
    { at: '/desktop/:type', load: () => import('./applications/DefaultDesktopPage.tsx') },
    { at: '/:code', load: () => import('./applications/ApplicationPage.tsx') },
  ],
  branding: [{ at: '', load: () => import('./branding/BrandingPage.tsx') }],
  settings: [
    { at: '', load: () => import('./settings/DesktopPage.tsx') },
    { at: '/filings', load: () => import('./settings/FilingsPage.tsx') },
    { at: '/voice', load: () => import('./settings/VoicePage.tsx') },
    { at: '/retention', load: () => import('./settings/RetentionPage.tsx') },
  ],
  messages: [
    { at: '', load: () => import('./messages/MessagesPage.tsx') },
    { at: '/new', load: () => import('./messages/ComposePage.tsx') },
    { at: '/:publicationId', load: () => import('./messages/PublicationPage.tsx') },
    { at: '/:publicationId/edit', load: () => import('./messages/ComposePage.tsx') },
  ],
  'sign-in': [
    { at: '', load: () => import('./sign-in/PasswordsPage.tsx') },
    { at: '/methods', codes: ['base_unit'], load: () => import('./sign-in/MethodsPage.tsx') },
    { at: '/clients', codes: ['base_unit'], load: () => import('./sign-in/ClientsPage.tsx') },
    { at: '/protection', codes: ['base_unit'], load: () => import('./sign-in/ProtectionPage.tsx') },
  ],
  faces: [{ at: '', load: () => import('./faces/FacesPage.tsx') }],
  attendance: [
    { at: '', load: () => import('./attendance/AttendanceSettingsPage.tsx') },
    { at: '/:part', load: () => import('./attendance/AttendanceSettingsPage.tsx') },
    { at: '/:part/:year', load: () => import('./attendance/AttendanceSettingsPage.tsx') },
  ],
  storage: [{ at: '', load: () => import('./storage/StoragePage.tsx') }],
  trail: [{ at: '', load: () => import('./trail/TrailPage.tsx') }],
}

interface Section extends SectionEntry {
  readonly pages: Pages
}

/** The sections in their order. */
export const SECTIONS: readonly Section[] = SECTION_ENTRIES.map((entry) => ({ ...entry, pages: PAGES[entry.path] }))

/** The pages of the sections that the user may open; without a path in the address the first. */
export function routesOf(open: readonly Section[]): AppRoute[] {
  const [first] = open
  return [
    ...(first ? [{ path: '/', shows: `/${first.path}`, load: first.pages[0].load }] : []),
    ...open.flatMap(({ path, pages }) =>
      pages.map(({ at, codes = [], load }) => ({ path: `/${path}${at}`, codes, load })),
    ),
  ]
}
