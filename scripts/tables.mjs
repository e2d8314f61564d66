// npm run tables: writes server/db/tables.generated.ts, the tables as Drizzle knows them, from the catalogue of a new database. With --check it only says whether the file is stale.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadTypeScript, root } from './ready.mjs'

const FILE = join(root, 'server/db/tables.generated.ts')

/** Types that differ from what the catalogue says. */
const TYPES = {
  'application.front_user_types': '(1 | 2 | 3 | 4)[]',
  'application.limit_user_types': '(1 | 2 | 3 | 4)[]',
  'branding_picture.media_type': 'string',
  'role_member.user_type': 'number',
  'unit_logo.media_type': 'string',
}

const BUILDERS = {
  bigint: ['bigint', "{ mode: 'number' }"],
  boolean: ['boolean'],
  bytea: ['bytes'],
  date: ['date', "{ mode: 'string' }"],
  inet: ['inet'],
  integer: ['integer'],
  interval: ['interval'],
  jsonb: ['jsonb'],
  smallint: ['smallint'],
  text: ['text'],
  'timestamp with time zone': ['timestamp', "{ withTimezone: true, mode: 'date' }"],
  uuid: ['uuid'],
}

const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())
const quote = (text) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
const template = (text) => `sql\`${text.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`)}\``

/** The values that a check of this column alone allows: of a list, or of a range of at most four numbers. */
function allowedValues(checks, column) {
  for (const check of checks) {
    const list = new RegExp(String.raw`^CHECK \(\(${column} = ANY \(ARRAY\[([^\]]*)\]\)\)\)$`).exec(check)
    if (list) return list[1].split(', ').map((value) => value.replace(/::\w+$/, ''))
    const range = new RegExp(String.raw`^CHECK \(\(\(${column} >= (\d+)\) AND \(${column} <= (\d+)\)\)\)$`).exec(check)
    const [from, to] = range ? [Number(range[1]), Number(range[2])] : [0, Infinity]
    if (to - from < 4) return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
  }
  return undefined
}

function columnLine(table, { name, type, required, value, generated, primary }, checks) {
  const isArray = type.endsWith('[]')
  const [builder, options] = BUILDERS[type.replace('[]', '')] ?? []
  if (!builder) throw new Error(`${table}.${name}: there is no builder for ${type}`)
  const values = allowedValues(checks, name)
  const given = TYPES[`${table}.${name}`]
  const asEnum = values && builder === 'text' && !given ? `{ enum: [${values.join(', ')}] }` : options
  const typed = given ?? (builder === 'jsonb' ? 'unknown' : values && builder !== 'text' && values.join(' | '))
  const parts = [
    `${builder}(${[quote(name), asEnum].filter(Boolean).join(', ')})`,
    isArray && 'array()',
    typed && `$type<${typed}>()`,
    primary ? 'primaryKey()' : required && 'notNull()',
    value && (generated ? `generatedAlwaysAs(${template(value)})` : `default(${template(value)})`),
  ]
  return `  ${camel(name)}: ${parts.filter(Boolean).join('.')},\n`
}

/** The file's text for the database of a connection. */
async function describe(connection) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows: tables } = await client.query(`
    select relname as name, (
        select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'required', attnotnull,
          'value', pg_get_expr(adbin, adrelid), 'generated', attgenerated <> '',
          'primary', exists (select from pg_constraint k where k.conrelid = c.oid and contype = 'p' and conkey = array[attnum])) order by attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      array(select pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid and contype = 'c') as checks
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'portal_migrations' order by relname collate "C"`)
  await client.end()
  const bodies = tables.map(
    ({ name, columns, checks }) =>
      `\nexport const ${camel(name)} = pgTable(${quote(name)}, {\n${columns.map((column) => columnLine(name, column, checks)).join('')}})\n`,
  )
  const body = bodies.join('')
  const builders = Object.values(BUILDERS).flatMap(([builder]) => (builder === 'bytes' ? [] : builder))
  return `// Written by \`npm run tables\` from the catalogue of a new database. What the columns mean stands in schema/*.sql.
import { sql } from 'drizzle-orm'
import { ${[...builders, 'customType', 'pgTable'].toSorted().join(', ')} } from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
${body}`
}

const { startBundledPostgres } = await loadTypeScript('server/db/embedded/postgres.ts')
const { migrate } = await loadTypeScript('server/db/migrate.ts')
const { silentLog } = await loadTypeScript('server/runtime/logger.ts')
const dataFolder = await mkdtemp(join(tmpdir(), 'portal-tables-'))
const postgres = await startBundledPostgres({ dataFolder, log: silentLog, onLost: () => undefined })
try {
  await migrate(postgres.connection, silentLog)
  const text = await describe(postgres.connection)
  if (!process.argv.includes('--check')) await writeFile(FILE, text)
  else if ((await readFile(FILE, 'utf8')).replaceAll('\r\n', '\n') !== text) {
    console.log('server/db/tables.generated.ts is stale: run npm run tables')
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
process.exit()
