import * as z from 'zod/mini'
import { GROUP_CODES } from '../../../../contract/endpoints/desktop/desktop.ts'
import applications from './applications.json' with { type: 'json' }
import permissions from './permissions.json' with { type: 'json' }
import roles from './roles.json' with { type: 'json' }
import vocabulary from './vocabulary.json' with { type: 'json' }

// What every new unit begins with; its administrators change it afterwards.

const userTypes = z.array(z.literal([1, 2, 3, 4]))
const ofUnits = z.array(z.literal(['school', 'area']))

export const newApplication = z.object({
  name: z.string(),
  englishName: z.string(),
  code: z.string(),
  shortName: z.string(),
  englishShortName: z.string(),
  /** Null for a module that only sends messages. */
  groupCode: z.nullable(z.literal(GROUP_CODES)),
  /** The address of a public resource on another site, opened in a new window. */
  menuRoute: z.optional(z.string()),
  serverId: z.optional(z.string()),
  updateStatus: z.optional(z.number()),
  /** 1 for a folder. */
  resourceType: z.optional(z.literal([1, 2])),
  /** The folder or application that it stands in. */
  parentCode: z.optional(z.string()),
  iconPath: z.optional(z.string()),
  /** Made by the unit, which may change what it opens. */
  own: z.optional(z.boolean()),
  userTypes,
  units: ofUnits,
})
export type NewApplication = z.infer<typeof newApplication>

/** A permission code with the user types that have it. System administrators have it too with `admin`, and alone without any type. */
const newPermission = z.object({
  code: z.string(),
  name: z.string(),
  parentCode: z.nullable(z.string()),
  userTypes,
  admin: z.optional(z.boolean()),
  units: ofUnits,
})

/** A role that each unit has, with the codes that it grants where the unit has them. */
const newRole = z.object({
  code: z.string(),
  name: z.string(),
  englishName: z.string(),
  codes: z.array(z.string()),
})

/** What people may say: to open an application, the desktop or a part of the settings. */
const spoken = z.object({
  app: z.optional(z.string()),
  /** What follows the application's address. */
  url: z.optional(z.string()),
  opens: z.optional(z.string()),
  userTypes: z.optional(userTypes),
  permission: z.optional(z.string()),
  zh: z.array(z.string()),
  en: z.array(z.string()),
})
export type Spoken = z.infer<typeof spoken>

type UnitType = '1' | '2'

const kindOf = (unitType: UnitType) => (unitType === '1' ? 'area' : 'school')

export function ofUnitType<T extends { readonly units: readonly string[] }>(all: readonly T[], type: UnitType): T[] {
  return all.filter(({ units }) => units.includes(kindOf(type)))
}

/** In the order in which they stand on the desktop. */
export const DEFAULT_APPLICATIONS = z.parse(z.array(newApplication), applications)
export const DEFAULT_PERMISSIONS = z.parse(z.array(newPermission), permissions)
export const DEFAULT_ROLES = z.parse(z.array(newRole), roles)
export const DEFAULT_VOCABULARY = z.parse(z.array(spoken), vocabulary)

export interface NewLicence {
  readonly serverId: string
  readonly name: string
  readonly englishName: string
  readonly endsAt: Date
  readonly oam?: boolean
}

/** A school that runs the portal itself has what the portal consists of; its operator may set an end. */
const WITHOUT_END = new Date('2099-12-31T15:59:59Z')

export const DEFAULT_LICENCES: readonly NewLicence[] = [
  { serverId: 'base', name: '基础平台', englishName: 'Portal', endsAt: WITHOUT_END },
  { serverId: 'storage', name: '文件存储', englishName: 'File Storage', endsAt: WITHOUT_END },
]
