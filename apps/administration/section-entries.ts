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
import type { SvgComponent } from '../../src/app/ui/icons/Icon.tsx'
import type texts from './locales/zh-CN.json'

/** A section is listed for each of its codes; its pages are below `/path`. The text `section.{path}` is its title. */
export interface SectionEntry {
  readonly path: keyof (typeof texts)['section']
  readonly codes: readonly PermissionCode[]
  readonly glyph: SvgComponent
}

/** Sections of the operators' unit, whose accounts are operators' alone; all others are about a school. */
const OPERATORS_SECTIONS: readonly SectionEntry['path'][] = ['units', 'operators', 'sign-in', 'trail']

export function isSectionOf(unitType: UnitType, { path }: SectionEntry): boolean {
  return !isOperatorsUnit(unitType) || OPERATORS_SECTIONS.includes(path)
}

/** The sections in their order. */
export const SECTION_ENTRIES: readonly SectionEntry[] = [
  { path: 'units', codes: ['operator'], glyph: Buildings },
  { path: 'operators', codes: ['operator'], glyph: UserGear },
  { path: 'schools', codes: ['base_schools'], glyph: GraduationCap },
  { path: 'people', codes: ['base_people'], glyph: Users },
  { path: 'classes', codes: ['base_people'], glyph: Chalkboard },
  { path: 'roles', codes: ['base_role'], glyph: Key },
  { path: 'imports', codes: ['base_import'], glyph: Swap },
  { path: 'applications', codes: ['base_application'], glyph: Squares },
  { path: 'branding', codes: ['base_unit'], glyph: Palette },
  { path: 'settings', codes: ['base_unit'], glyph: Gear },
  { path: 'messages', codes: ['base_message', 'message_classes'], glyph: Megaphone },
  { path: 'sign-in', codes: ['base_unit', 'base_user_reset'], glyph: SignIn },
  { path: 'faces', codes: ['base_face'], glyph: Scan },
  { path: 'attendance', codes: ['attendance_admin'], glyph: CalendarCheck },
  { path: 'storage', codes: ['base_unit'], glyph: HardDrives },
  { path: 'trail', codes: ['base_unit'], glyph: ClockCounterClockwise },
]
