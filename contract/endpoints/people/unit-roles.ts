import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { enteredNames, id, names, text, userType } from '../../fields.ts'
import { recordVersion, versionOrNew } from '../../record-version.ts'
import { iconGroups } from '../desktop/desktop.ts'

const ordinary = { permission: 'base_role', risk: 'ordinary' } as const
const changesRights = { permission: 'base_role', risk: 'changes-rights' } as const

// The roles of a unit: those that each unit has, and its own, with what they permit and who holds them.

/** Own roles of a unit. */
export const ROLES_MAX = 100
/** Members of one role. */
export const MEMBERS_MAX = 1000
/** Members of one change. */
export const MEMBERS_AT_ONCE = 100
/** Codes of one role. */
const CODES_MAX = 300
/** Entries of each kind that a search offers. */
export const OFFERED = 8

export const SCOPE_KINDS = ['unit', 'campus', 'grade', 'class'] as const
/** The part of the unit in which a role counts; without an `id` for the whole unit. */
const scopeKey = z.object({ kind: z.literal(SCOPE_KINDS), id: z.nullable(id) })
export type ScopeKey = z.infer<typeof scopeKey>

/** A person's account, the pupils of a class, the employees of a department, or all people of a type (`id` is its number). */
const holderKey = z.object({ kind: z.literal(['person', 'class', 'department', 'type']), id })
export type HolderKey = z.infer<typeof holderKey>

const memberKey = z.object({ holder: holderKey, scope: scopeKey })
export type MemberKey = z.infer<typeof memberKey>

const role = z.object({
  roleId: id,
  ...names,
  /** One that each unit has: it can be given, but not changed. */
  builtIn: z.boolean(),
  /** That of the system's administrators. */
  administrator: z.boolean(),
  codes: z.array(z.string()),
  /** Persons, classes, departments and types that hold it. */
  members: z.number(),
  /** Whether the caller holds all of it in the whole unit, and so may change it. */
  mayChange: z.boolean(),
  version: recordVersion,
})
export type UnitRole = z.infer<typeof role>

const permissionEntry = z.object({
  code: z.string(),
  /** As the unit names it, in Chinese. */
  name: z.string(),
  parentCode: z.nullable(z.string()),
  /** Only holds others together; it permits nothing itself. */
  group: z.boolean(),
  /** Whether a role with it may be limited to a part of the unit. */
  scopable: z.boolean(),
  /** Whether the caller holds it in the whole unit, and so may put it into a role. */
  held: z.boolean(),
})
export type PermissionEntry = z.infer<typeof permissionEntry>

const typeRights = z.object({
  userType,
  codes: z.array(z.string()),
  /** Open accounts of the type. */
  people: z.number(),
})
export type TypeRights = z.infer<typeof typeRights>

const roles = z.object({
  roles: z.array(role),
  permissions: z.array(permissionEntry),
  /** What everyone of a type may do without a role. */
  types: z.array(typeRights),
  /** Whether the caller may change that. */
  mayChangeTypes: z.boolean(),
})
export type UnitRoles = z.infer<typeof roles>

/** The roles of the unit, and the permissions that they are made of, in the order of their tree. */
export const list = get({
  ...ordinary,
  name: 'roles.list',
  path: '/api/people/roles',
  response: roles,
})

const roleFields = z.object({
  ...enteredNames,
  codes: z.array(text(128, 1)).check(z.maxLength(CODES_MAX)),
})

/**
 * Adds an own role, or changes one. Throws 'role.gone', 'role.built_in', 'role.too_many', 'role.beyond_own' where the caller does not hold all of it,
 * 'role.not_in_part' where it is held in a part of the unit and gets a code that cannot be limited, and at the field 'role.name_taken'.
 */
export const save = postJson({
  ...changesRights,
  name: 'roles.save',
  path: '/api/people/roles/save',
  saves: role,
  request: z.object({ roleId: z.nullable(id), ...roleFields.shape, version: versionOrNew }),
  response: z.object({ roleId: id }),
})

/** Deletes an own role. The answer brings it back with `restore`. Throws 'role.gone', 'role.built_in', 'role.beyond_own'. */
export const remove = postJson({
  ...changesRights,
  name: 'roles.remove',
  path: '/api/people/roles/remove',
  request: z.object({ roleId: id }),
  response: z.object({ ...roleFields.shape, members: z.array(memberKey) }),
})

/** Adds a role together with its members; those that are gone are left out. Throws as `save` and `assign`. */
export const restore = postJson({
  ...changesRights,
  name: 'roles.restore',
  path: '/api/people/roles/restore',
  bodyLimit: 512 * 1024,
  request: z.object({ ...roleFields.shape, members: z.array(memberKey).check(z.maxLength(MEMBERS_MAX)) }),
  response: z.object({ roleId: id }),
})

const shownScope = z.extend(scopeKey, names)

const member = z.object({
  memberId: id,
  holder: z.object({ ...holderKey.shape, ...names, userType: z.nullable(userType), loginName: z.nullable(z.string()) }),
  scope: shownScope,
  /** The accounts that hold the role by it. */
  people: z.number(),
})
export type Member = z.infer<typeof member>

/** Who holds a role. Throws 'role.gone'. */
export const members = get({
  ...ordinary,
  name: 'roles.members',
  path: '/api/people/roles/members',
  request: z.object({ roleId: id }),
  response: z.object({ members: z.array(member) }),
})

/**
 * Gives a role. Throws 'role.gone', 'role.holder_gone', 'role.scope_gone', 'role.beyond_own' where the caller does not hold all of it there, 'role.not_in_part',
 * 'role.administrators_only' and 'role.administrator_person' for the administrator's role, and 'role.too_many'.
 */
export const assign = postJson({
  ...changesRights,
  name: 'roles.assign',
  path: '/api/people/roles/assign',
  request: z.object({
    roleId: id,
    members: z.array(memberKey).check(z.minLength(1), z.maxLength(MEMBERS_AT_ONCE)),
  }),
  /** Those that were added: one who had the role there is left out. */
  response: z.object({ memberIds: z.array(id) }),
})

/**
 * Takes a role from members. The answer gives it back with `assign`. Throws 'role.gone', 'role.member_gone', 'role.beyond_own', 'role.administrators_only',
 * 'people.last_administrator'.
 */
export const withdraw = postJson({
  ...changesRights,
  name: 'roles.withdraw',
  path: '/api/people/roles/withdraw',
  request: z.object({
    roleId: id,
    memberIds: z.array(id).check(z.minLength(1), z.maxLength(MEMBERS_AT_ONCE)),
  }),
  response: z.object({ members: z.array(memberKey) }),
})

/**
 * Gives permissions to everyone of a type, and takes others from them; those that are as wanted already stay so. Throws 'role.type_administers' where a right of the
 * administration would be given, and 'request.invalid' for a code that the unit does not have.
 */
export const saveType = postJson({
  name: 'roles.saveType',
  path: '/api/people/roles/save-type',
  access: 'admin',
  permission: 'base_role',
  risk: 'changes-rights',
  request: z.object({
    userType,
    give: z.array(text(128, 1)).check(z.maxLength(CODES_MAX)),
    take: z.array(text(128, 1)).check(z.maxLength(CODES_MAX)),
  }),
})

/** Who and what a role can be given to, by part of the name; without a text the classes and departments come from the start of their order. */
export const find = get({
  ...ordinary,
  name: 'roles.find',
  path: '/api/people/roles/find',
  request: z.object({ query: text(64) }),
  response: z.object({
    found: z.array(z.object({ ...holderKey.shape, ...names, userType: z.nullable(userType), detail: z.string() })),
  }),
})

/** The parts of the unit that a role can be limited to. */
export const scopes = get({
  ...ordinary,
  name: 'roles.scopes',
  path: '/api/people/roles/scopes',
  response: z.object({ scopes: z.array(shownScope) }),
})

const heldRole = z.object({
  memberId: id,
  roleId: id,
  ...names,
  administrator: z.boolean(),
  /** By whom the person holds it: as a person, or with others. */
  holder: z.object({ ...holderKey.shape, ...names }),
  scope: shownScope,
})
export type HeldRole = z.infer<typeof heldRole>

/** The roles of a person, and where each comes from. Throws 'people.gone'. */
export const ofPerson = get({
  ...ordinary,
  name: 'roles.ofPerson',
  path: '/api/people/roles/of-person',
  request: z.object({ userId: id }),
  response: z.object({ roles: z.array(heldRole) }),
})

/** The desktop and menu of a person of a type who has the role and no other. Throws 'role.gone'. */
export const preview = get({
  ...ordinary,
  name: 'roles.preview',
  path: '/api/people/roles/preview',
  request: z.object({ roleId: id, userType: z.literal(['1', '2', '3', '4']) }),
  response: z.object({
    groups: iconGroups,
    /** All codes that such a person holds. */
    codes: z.array(z.string()),
  }),
})
