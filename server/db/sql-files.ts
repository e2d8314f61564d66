import { createHash } from 'node:crypto'

/** `name` is the path in this folder without extension, such as `functions/portal_begin`. */
export interface SqlFile {
  readonly name: string
  readonly sql: string
}

/** What a version of the portal says of its database. */
export interface SqlFiles {
  /** What makes an empty database, in order. */
  readonly fresh: readonly SqlFile[]
  /** One function or trigger each, which can be applied again. They are part of `fresh` too. */
  readonly functions: readonly SqlFile[]
  /** What brings a database of an earlier release to `fresh`, in order. */
  readonly changes: readonly SqlFile[]
}

/**
 * The files of `schema/` in the order in which they make a database. A foreign key to a table of a later file stands at the end of that file.
 * Policies come after the functions, which they call.
 */
export const SCHEMA_ORDER = [
  'foundation',
  'units',
  'accounts',
  'sign-in',
  'identity-providers',
  'third-parties',
  'trail',
  'mail',
  'applications',
  'voice',
  'classes',
  'people',
  'roles',
  'one-roster',
  'areas',
  'branding',
  'files',
  'hand-ins',
  'messages',
  'faces',
  'attendance',
  'imports',
  'jobs',
  'policies',
] as const

/** Functions that tables call in defaults, generated columns and policies: they come after `foundation`, all others after the tables. */
const CALLED_BY_TABLES = [
  'portal_new_id',
  'portal_unit_id',
  'portal_user_id',
  'portal_fold',
  'portal_fold_name',
  'portal_search_name',
  'portal_search_lines',
].map((name) => `functions/${name}`)

// Read at build time, so that the bundled server contains them.
const schema = inOrder(import.meta.glob('./schema/*.sql', { query: '?raw', eager: true, import: 'default' }))
const functions = inOrder(import.meta.glob('./functions/*.sql', { query: '?raw', eager: true, import: 'default' }))
const changes = inOrder(import.meta.glob('./changes/*.sql', { query: '?raw', eager: true, import: 'default' }))

/** Those of this version. */
export const sqlFiles: SqlFiles = { fresh: freshOrder(), functions, changes }

function inOrder(files: Readonly<Record<string, string>>): SqlFile[] {
  return Object.entries(files)
    .map(([path, sql]) => ({ name: path.replace(/^\.\/|\.sql$/g, ''), sql }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function freshOrder(): SqlFile[] {
  const find = (files: readonly SqlFile[], name: string) => {
    const found = files.find((file) => file.name === name)
    if (!found) throw new TypeError(`there is no file ${name}.sql`)
    return found
  }
  const [foundation, ...tables] = SCHEMA_ORDER.map((name) => find(schema, `schema/${name}`))
  const policies = tables.pop()
  const called = CALLED_BY_TABLES.map((name) => find(functions, name))
  const others = functions.filter((file) => !called.includes(file))
  return [foundation, ...called, ...tables, ...others, policies].filter((file) => file !== undefined)
}

/** SHA-256 of the text; a checkout on Windows may have other line ends. */
export function checksumOf({ sql }: SqlFile): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
}
