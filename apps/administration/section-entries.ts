import Buildings from '@phosphor-icons/core/regular/buildings.svg?react'
import Chalkboard from '@phosphor-icons/core/regular/chalkboard-teacher.svg?react'
import GraduationCap from '@phosphor-icons/core/regular/graduation-cap.svg?react'
import Swap from '@phosphor-icons/core/regular/swap.svg?react'
import Key from '@phosphor-icons/core/regular/key.svg?react'
import Squares from '@phosphor-icons/core/regular/squares-four.svg?react'
import Megaphone from '@phosphor-icons/core/regular/megaphone-simple.svg?react'
import Palette from '@phosphor-icons/core/regular/paint-brush-broad.svg?react'
import ClockCounterClockwise from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import HardDrives from '@phosphor-icons/core/regular/hard-drives.svg?react'
import Users from '@phosphor-icons/core/regular/users-three.svg?react'
import type { PermissionCode } from '../../contract/permissions.ts'
import type { SvgComponent } from '../../src/app/ui/icons/Icon.tsx'

/** A section is listed for its `code`; its pages are below `/path`. The text `section.{path}` is its title. */
export interface SectionEntry {
  readonly path:
    | 'units'
    | 'schools'
    | 'people'
    | 'classes'
    | 'roles'
    | 'imports'
    | 'applications'
    | 'branding'
    | 'messages'
    | 'storage'
    | 'trail'
  readonly code: PermissionCode
  readonly glyph: SvgComponent
}

/** The sections in their order. */
export const SECTION_ENTRIES: readonly SectionEntry[] = [
  { path: 'units', code: 'operator', glyph: Buildings },
  { path: 'schools', code: 'base_schools', glyph: GraduationCap },
  { path: 'people', code: 'base_people', glyph: Users },
  { path: 'classes', code: 'base_people', glyph: Chalkboard },
  { path: 'roles', code: 'base_role', glyph: Key },
  { path: 'imports', code: 'base_import', glyph: Swap },
  { path: 'applications', code: 'base_application', glyph: Squares },
  { path: 'branding', code: 'base_unit', glyph: Palette },
  { path: 'messages', code: 'base_message', glyph: Megaphone },
  { path: 'storage', code: 'base_unit', glyph: HardDrives },
  { path: 'trail', code: 'base_unit', glyph: ClockCounterClockwise },
]
