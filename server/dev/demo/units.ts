import * as z from 'zod/mini'
import { decorationSet, signInWays } from '../../../contract/endpoints/tenant.ts'
import {
  DEFAULT_APPLICATIONS,
  type NewApplication,
  newApplication,
  ofUnitType,
} from '../../modules/tenants/defaults/unit-defaults.ts'
import applications from './applications.json' with { type: 'json' }
import messages from './messages.json' with { type: 'json' }
import todos from './todos.json' with { type: 'json' }
import units from './units.json' with { type: 'json' }

export const DEMO_TIME_ZONE = 'Asia/Shanghai'

const bilingual = z.object({ name: z.string(), englishName: z.string() })
const userTypes = z.array(z.literal([1, 2, 3, 4]))

/** `position`: where it stands among all applications of the demo. */
const demoApplication = z.object({ ...newApplication.shape, position: z.number() })

const delivery = z.object({
  module: z.string(),
  hoursAgo: z.number(),
  to: userTypes,
  url: z.optional(z.string()),
  /** Of `to`, only the pupils of this class (counted from 0) and their parents, to whom it is about their child. */
  ofClass: z.optional(z.number()),
})
export type DemoDelivery = z.infer<typeof delivery>

const message = z.object({
  ...delivery.shape,
  body: z.string(),
  /** 1 lowest to 5 highest. */
  importance: z.literal([1, 2, 3, 4, 5]),
  /** Opens the module-expiry dialog with the unit's licences. */
  listsLicences: z.optional(z.boolean()),
  /** Already read by all recipients. */
  read: z.optional(z.boolean()),
})

const todo = z.object({ ...delivery.shape, title: z.string() })

/** A person with a documented login name. */
const knownPerson = z.object({
  kind: z.literal(['girl', 'boy', 'woman', 'man']),
  chinese: z.string(),
  pinyin: z.string(),
  /** Under `.test`, which has no mail (RFC 2606). */
  email: z.optional(z.string()),
})
export type KnownPerson = z.infer<typeof knownPerson>

/** A school's people besides its employees. */
const pupils = z.object({
  classes: z.array(
    z.object({
      ...bilingual.shape,
      grade: bilingual,
      /** Index of the unit's campus. */
      campus: z.number(),
      /** Whether its pupils are old enough to have accounts. */
      accounts: z.boolean(),
    }),
  ),
  classSize: z.number(),
  teachers: z.number(),
  teacher: knownPerson,
  /** The teacher's children: one in the first class, one (who is the account `student`) in the last. */
  children: z.tuple([knownPerson, knownPerson]),
})
export type DemoPupils = z.infer<typeof pupils>

const demoUnit = z.object({
  ...bilingual.shape,
  hosts: z.array(z.string()),
  unitType: z.literal(['1', '2']),
  themeColor: z.string(),
  principal: z.string(),
  campuses: z.array(bilingual),
  logo: z.string(),
  footer: z.string(),
  link: z.nullable(z.string()),
  decorationSet,
  signInWays,
  messageDot: z.optional(z.boolean()),
  /** Seed of the names. */
  nameSeed: z.number(),
  admin: knownPerson,
  staff: knownPerson,
  employees: z.number(),
  pupils: z.nullable(pupils),
  /** `daysLeft`: from the day of the seed; negative when expired. */
  licences: z.array(z.object({ ...bilingual.shape, serverId: z.string(), daysLeft: z.number() })),
  /** Weeks of past attendance. */
  attendanceWeeks: z.number(),
  /** Runs under another operator's brand. */
  oam: z.boolean(),
  applications: z.array(newApplication),
  messages: z.array(message),
  todos: z.array(todo),
})
/** The seed's description of a unit. */
export type DemoUnit = z.infer<typeof demoUnit>

/** The applications of every unit with the demo's own. */
const allApplications = z
  .parse(z.array(demoApplication), applications)
  .reduce<NewApplication[]>((all, { position, ...one }) => all.toSpliced(position, 0, one), [...DEFAULT_APPLICATIONS])

export const demoUnits: readonly DemoUnit[] = units.map((unit) => {
  const unitType = unit.unitType === '1' ? '1' : '2'
  const kind = unitType === '1' ? 'area' : 'school'
  return z.parse(demoUnit, {
    ...unit,
    applications: ofUnitType(allApplications, unitType),
    messages: messages[kind],
    todos: todos[kind],
  })
})
