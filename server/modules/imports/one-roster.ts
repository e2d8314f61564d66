import type { SourceRow } from './read-file.ts'
import { cellText } from './source-cell.ts'
import { createValueReader } from './read-values.ts'
import type { GivenGuardian, StagedRow, UserKind } from './staged-row.ts'

type Values = Readonly<Record<string, string>>
interface Entry extends Values {
  readonly row: string
}

const TYPES = new Map<string, UserKind>([
  ['student', 1],
  ['teacher', 2],
  ['guardian', 3],
  ['parent', 3],
  ['relative', 3],
  ['administrator', 4],
  ['siteadministrator', 4],
  ['districtadministrator', 4],
  ['systemadministrator', 4],
  ['aide', 4],
  ['counselor', 4],
  ['principal', 4],
  ['proctor', 4],
])
const RELATIONS = ['father', 'mother', 'grandparent', 'other'] as const
/** Of several roles of a person, the first of these counts. */
const ORDER: readonly UserKind[] = [1, 2, 4, 3]

/**
 * Reads the files of OneRoster 1.2 by the names of their columns. Classes are those of the type homeroom; where a file has none of them, all of its classes. What
 * is enrolled elsewhere is left out: the portal has one class for each pupil.
 */
export function createOneRosterReader() {
  const headers = new Map<string, readonly string[]>()
  const tables = new Map<string, Map<string, Entry>>()
  const manifest = new Map<string, string>()
  let unnamed = 0

  const table = (name: string) => {
    const found = tables.get(name) ?? new Map<string, Entry>()
    tables.set(name, found)
    return found
  }
  const isGone = ({ status }: Values) => /^(tobedeleted|inactive)$/i.test(status ?? '')

  return {
    /** The system that wrote the files, where they say so. */
    get source(): string | undefined {
      return (manifest.get('source.systemcode') || manifest.get('source.systemname'))?.slice(0, 64) || undefined
    },
    get mode(): 'bulk' | 'delta' {
      return manifest.get('file.users') === 'delta' ? 'delta' : 'bulk'
    },

    take({ sheet, row, cells }: SourceRow): void {
      const texts = cells.map(cellText)
      const header = headers.get(sheet)
      if (!header) {
        headers.set(
          sheet,
          texts.map((text) => text.toLowerCase()),
        )
        return
      }
      if (texts.every((text) => text === '')) return
      if (sheet === 'manifest') {
        manifest.set((texts[0] ?? '').toLowerCase(), (texts[1] ?? '').trim())
        return
      }
      const values: Record<string, string> = { row: String(row) }
      for (const [at, name] of header.entries()) if ((texts[at] ?? '') !== '') values[name] = texts[at] ?? ''
      table(sheet).set(values['sourcedid'] ?? `#${(unnamed += 1)}`, { ...values, row: String(row) })
    },

    /** The rows of people, classes and guardians. */
    finish(): StagedRow[] {
      const classes = [...table('classes')].filter(([, one]) => !isGone(one))
      const homerooms = classes.filter(([, { classtype = '' }]) => /homeroom/i.test(classtype))
      const used = new Map(homerooms.length > 0 ? homerooms : classes)
      const enrolled = new Map<string, string>()
      const heads = new Map<string, string>()
      for (const one of table('enrollments').values()) {
        const { classsourcedid = '', usersourcedid = '', role = '', primary = '' } = one
        if (isGone(one) || !used.has(classsourcedid)) continue
        if (/^student$/i.test(role) && !enrolled.has(usersourcedid)) enrolled.set(usersourcedid, classsourcedid)
        if (/^teacher$/i.test(role) && /^true$/i.test(primary)) heads.set(classsourcedid, usersourcedid)
      }
      const roles = new Map<string, UserKind>()
      for (const one of table('roles').values()) {
        const { usersourcedid = '', role = '', roletype = '' } = one
        const type = TYPES.get(role.replace(/^ext:/i, '').toLowerCase())
        const before = roles.get(usersourcedid)
        if (type === undefined || isGone(one)) continue
        if (before === undefined || /^primary$/i.test(roletype) || ORDER.indexOf(type) < ORDER.indexOf(before))
          roles.set(usersourcedid, type)
      }
      const orgs = table('orgs')
      const rows: StagedRow[] = []
      const next = () => rows.length + 1

      for (const [sourceId, one] of used) {
        const reader = createValueReader({ class: 'title' })
        const grade = one['metadata.grade'] ?? one['grades']?.split(',')[0]
        const org = orgs.get(one['schoolsourcedid'] ?? '')
        const campus =
          one['metadata.campus'] ?? (org && /campus|department/i.test(org['type'] ?? '') ? org['name'] : undefined)
        const head = heads.get(sourceId)
        if (one['title'] === undefined) reader.refuse('class', '', 'class_missing')
        rows.push({
          kind: 'class',
          rowNo: next(),
          sheet: 'classes',
          rowNumber: Number(one.row),
          name: [grade, one['title']].filter(Boolean).join(' '),
          given: {
            sourceId,
            ...(grade !== undefined && { grade }),
            ...(one['title'] !== undefined && { class: one['title'] }),
            ...(one['metadata.englishname'] !== undefined && { englishName: one['metadata.englishname'] }),
            ...(campus !== undefined && { campus }),
            ...(head !== undefined && { headSourceId: head }),
          },
          problems: reader.problems,
        })
      }
      const demographics = table('demographics')
      const guardiansOf = new Map<string, { pupilRow: number; guardians: GivenGuardian[] }>()
      for (const [sourceId, user] of table('users')) {
        const type = roles.get(sourceId) ?? TYPES.get((user['role'] ?? '').toLowerCase())
        const known = demographics.get(sourceId)
        const reader = createValueReader({
          name: 'familyName',
          phone: 'sms',
          email: 'email',
          sex: 'sex',
          birthday: 'birthDate',
          type: 'role',
        })
        const name = nameOf(user)
        if (name === '') reader.refuse('name', '', 'name_missing')
        if (type === undefined) reader.refuse('type', '', 'type_missing')
        const sex = known?.['sex']
        const phone = (user['sms'] ?? user['phone'])?.replaceAll(/[\s-]/g, '').replace(/^\+86/, '')
        const at = enrolled.get(sourceId)
        const rowNo = next()
        const given = {
          type,
          name: name === '' ? undefined : name,
          englishName: user['metadata.englishname'],
          sourceId,
          number: user['identifier'],
          loginName: type === 1 && user['metadata.hasaccount'] === 'false' ? undefined : user['username'],
          sex: sex !== undefined && /^(male|female)$/i.test(sex) ? reader.sex('sex', sex) : undefined,
          birthday: type === 1 ? reader.date('birthday', known?.['birthdate']) : undefined,
          classSourceId: type === 1 ? at : undefined,
          department: type === 2 || type === 4 ? user['metadata.department'] : undefined,
          position: type === 2 || type === 4 ? user['metadata.position'] : undefined,
          // Landlines and numbers of other countries are no mobile numbers of the portal.
          phone: phone !== undefined && /^1\d{10}$/.test(phone) ? phone : undefined,
          email: reader.email('email', user['email']),
          active: isGone(user) || /^false$/i.test(user['enableduser'] ?? '') ? false : undefined,
        }
        rows.push({
          kind: 'person',
          rowNo,
          sheet: 'users',
          rowNumber: Number(user.row),
          name,
          given: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
          problems: reader.problems,
        })
        if (type === 1)
          guardiansOf.set(sourceId, { pupilRow: Number(user.row), guardians: agentsOf(user, rowNo, table('users')) })
      }
      for (const { pupilRow, guardians } of guardiansOf.values())
        for (const given of guardians)
          rows.push({
            kind: 'guardian',
            rowNo: next(),
            sheet: 'users',
            rowNumber: pupilRow,
            name: given.name,
            given,
            problems: [],
          })
      return rows
    },
  }
}

function agentsOf(user: Values, of: number, users: ReadonlyMap<string, Values>): GivenGuardian[] {
  const relations = (user['metadata.relations'] ?? '').split(',')
  return (user['agentsourcedids'] ?? '').split(',').flatMap((text, at) => {
    const sourceId = text.trim()
    const agent = users.get(sourceId)
    if (!agent) return []
    const said = relations[at]?.trim()
    const relation = RELATIONS.find((one) => one === said)
    return [{ of, name: nameOf(agent), sourceId, ...(relation !== undefined && { relation }) }]
  })
}

/** Chinese names are written without a space, family name first. */
function nameOf({ familyname = '', givenname = '', middlename = '' }: Values): string {
  const isHan = /\p{Script=Han}/u.test(familyname + givenname)
  return isHan
    ? `${familyname}${givenname}`
    : [givenname, middlename, familyname].filter((part) => part !== '').join(' ')
}
