import Buildings from '@phosphor-icons/core/regular/buildings.svg?react'
import Chalkboard from '@phosphor-icons/core/regular/chalkboard-teacher.svg?react'
import GraduationCap from '@phosphor-icons/core/regular/graduation-cap.svg?react'
import Swap from '@phosphor-icons/core/regular/swap.svg?react'
import Gear from '@phosphor-icons/core/regular/gear-six.svg?react'
import Key from '@phosphor-icons/core/regular/key.svg?react'
import Squares from '@phosphor-icons/core/regular/squares-four.svg?react'
import Megaphone from '@phosphor-icons/core/regular/megaphone-simple.svg?react'
import Palette from '@phosphor-icons/core/regular/paint-brush-broad.svg?react'
import ClockCounterClockwise from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import HardDrives from '@phosphor-icons/core/regular/hard-drives.svg?react'
import CalendarCheck from '@phosphor-icons/core/regular/calendar-check.svg?react'
import SignIn from '@phosphor-icons/core/regular/sign-in.svg?react'
import Scan from '@phosphor-icons/core/regular/user-focus.svg?react'
import UserGear from '@phosphor-icons/core/regular/user-gear.svg?react'
import Users from '@phosphor-icons/core/regular/users-three.svg?react'
import { isOperatorsUnit, type UnitType } from '../../contract/fields.ts'
import type { PermissionCode } from '../../contract/permissions.ts'
import type { AppRoute } from '../../src/app/micro-apps/AppRoutes.tsx'
import type { SvgComponent } from '../../src/app/ui/icons/Icon.tsx'
import type texts from './locales/zh-CN.json'

interface Page {
  /** Behind the section's path. */
  readonly at: string
  /** What it needs where the section has more than one code. */
  readonly codes?: AppRoute['codes']
  readonly load: AppRoute['load']
}

/** A section is listed for each of its codes; its pages are below `/path`, the first at it. The text `section.{path}` is its title. */
interface Section {
  readonly path: keyof (typeof texts)['section']
  readonly codes: readonly PermissionCode[]
  readonly glyph: SvgComponent
  /** They are loaded when they are first shown. */
  readonly pages: readonly [page: Page, ...Page[]]
}

/** Sections of the operators' unit, whose accounts are operators' alone; all others are about a school. */
const OPERATORS_SECTIONS: readonly Section['path'][] = ['units', 'operators', 'sign-in', 'trail']

export function isSectionOf(unitType: UnitType, { path }: Section): boolean {
  return !isOperatorsUnit(unitType) || OPERATORS_SECTIONS.includes(path)
}

const section = (
  path: Section['path'],
  codes: Section['codes'],
  glyph: SvgComponent,
  ...pages: Section['pages']
): Section => ({ path, codes, glyph, pages })

/** The sections in their order. */
export const SECTIONS: readonly Section[] = [
  section(
    'units',
    ['operator'],
    Buildings,
    { at: '', load: () => import('./units/UnitsPage.tsx') },
    { at: '/new', load: () => import('./units/NewUnitPage.tsx') },
    { at: '/health', load: () => import('./units/HealthPage.tsx') },
    { at: '/:unitId', load: () => import('./units/UnitPage.tsx') },
  ),
  section('operators', ['operator'], UserGear, { at: '', load: () => import('./operators/OperatorsPage.tsx') }),
  section(
    'schools',
    ['base_schools'],
    GraduationCap,
    { at: '', load: () => import('./schools/SchoolsPage.tsx') },
    { at: '/messages', load: () => import('./schools/SchoolMessagesPage.tsx') },
    { at: '/messages/new', load: () => import('./schools/SchoolComposePage.tsx') },
    { at: '/messages/:areaPublicationId', load: () => import('./schools/SchoolMessagePage.tsx') },
    { at: '/:unitId', load: () => import('./schools/SchoolPage.tsx') },
  ),
  section(
    'people',
    ['base_people'],
    Users,
    { at: '', load: () => import('./people/PeoplePage.tsx') },
    { at: '/:kind/:id', load: () => import('./people/PersonPage.tsx') },
  ),
  section(
    'classes',
    ['base_people'],
    Chalkboard,
    { at: '', load: () => import('./classes/StructurePage.tsx') },
    { at: '/year', load: () => import('./classes/year/YearPage.tsx') },
    { at: '/years', load: () => import('./classes/year/YearsPage.tsx') },
    { at: '/:part', load: () => import('./classes/StructurePage.tsx') },
  ),
  section(
    'roles',
    ['base_role'],
    Key,
    { at: '', load: () => import('./roles/RolesPage.tsx') },
    { at: '/types/:userType', load: () => import('./roles/TypePage.tsx') },
    { at: '/:roleId', load: () => import('./roles/RolePage.tsx') },
    { at: '/:roleId/:part', load: () => import('./roles/RolePage.tsx') },
  ),
  section(
    'imports',
    ['base_import'],
    Swap,
    { at: '', load: () => import('./imports/ImportsPage.tsx') },
    { at: '/:importId', load: () => import('./imports/ImportPage.tsx') },
  ),
  section(
    'applications',
    ['base_application'],
    Squares,
    { at: '', load: () => import('./applications/ApplicationsPage.tsx') },
    { at: '/desktop/:type', load: () => import('./applications/DefaultDesktopPage.tsx') },
    { at: '/:code', load: () => import('./applications/ApplicationPage.tsx') },
  ),
  section('branding', ['base_unit'], Palette, { at: '', load: () => import('./branding/BrandingPage.tsx') }),
  section(
    'settings',
    ['base_unit'],
    Gear,
    { at: '', load: () => import('./settings/DesktopPage.tsx') },
    { at: '/filings', load: () => import('./settings/FilingsPage.tsx') },
    { at: '/voice', load: () => import('./settings/VoicePage.tsx') },
    { at: '/retention', load: () => import('./settings/RetentionPage.tsx') },
  ),
  section(
    'messages',
    ['base_message', 'message_classes'],
    Megaphone,
    { at: '', load: () => import('./messages/MessagesPage.tsx') },
    { at: '/new', load: () => import('./messages/ComposePage.tsx') },
    { at: '/:publicationId', load: () => import('./messages/PublicationPage.tsx') },
    { at: '/:publicationId/edit', load: () => import('./messages/ComposePage.tsx') },
  ),
  section(
    'sign-in',
    ['base_unit', 'base_user_reset'],
    SignIn,
    { at: '', load: () => import('./sign-in/PasswordsPage.tsx') },
    { at: '/methods', codes: ['base_unit'], load: () => import('./sign-in/MethodsPage.tsx') },
    { at: '/clients', codes: ['base_unit'], load: () => import('./sign-in/ClientsPage.tsx') },
    { at: '/protection', codes: ['base_unit'], load: () => import('./sign-in/ProtectionPage.tsx') },
  ),
  section('faces', ['base_face'], Scan, { at: '', load: () => import('./faces/FacesPage.tsx') }),
  section(
    'attendance',
    ['attendance_admin'],
    CalendarCheck,
    { at: '', load: () => import('./attendance/AttendanceSettingsPage.tsx') },
    { at: '/:part', load: () => import('./attendance/AttendanceSettingsPage.tsx') },
    { at: '/:part/:year', load: () => import('./attendance/AttendanceSettingsPage.tsx') },
  ),
  section('storage', ['base_unit'], HardDrives, { at: '', load: () => import('./storage/StoragePage.tsx') }),
  section('trail', ['base_unit'], ClockCounterClockwise, { at: '', load: () => import('./trail/TrailPage.tsx') }),
]

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
