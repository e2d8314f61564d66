import { EXPORT_DAYS } from '../../../../contract/endpoints/units/units.ts'
import { LEFT_OUT_REASONS, NO_UNIT_TABLES, UNIT_TABLES } from '../../people/personal-data.ts'

/** What was written into an export. */
export interface ExportIndex {
  readonly unit: { readonly unitId: string; readonly name: string; readonly englishName: string }
  readonly exportedAt: string
  readonly withFiles: boolean
  /** Rows of each table, by its name. */
  readonly rows: ReadonlyMap<string, number>
  readonly people: number
  readonly classes: number
  /** Contents of files in the ZIP, and those that the store did not have. */
  readonly files: number
  readonly missingFiles: readonly string[]
}

/** The index as JSON, for programs. */
export function writeJsonIndex({ people, classes, files, missingFiles, rows, ...index }: ExportIndex) {
  const tables = UNIT_TABLES.map(({ table, leftOut: leftOutColumns }) => {
    return { table, file: `tables/${table}.jsonl`, rows: rows.get(table) ?? 0, leftOutColumns }
  })
  const written = {
    format: 1,
    ...index,
    import: { 'import/people.csv': people, 'import/classes.csv': classes },
    tables,
    leftOut: NO_UNIT_TABLES,
    files: { written: files, missing: missingFiles },
  }
  return `${JSON.stringify(written, undefined, 2)}\n`
}

/** The index as text, for people. */
export function writeTextIndex(index: ExportIndex, language: 'zh' | 'en'): string {
  const { unit, exportedAt, withFiles, rows, people, classes, files, missingFiles } = index
  const chinese = language === 'zh'
  const tables = UNIT_TABLES.map(
    ({ table, name }) =>
      `  tables/${table}.jsonl  ${name[language]}  ${chinese ? `${rows.get(table) ?? 0} 行` : `${rows.get(table) ?? 0} rows`}`,
  )
  const columns = UNIT_TABLES.flatMap(({ table, leftOut: left }) =>
    Object.entries(left).map(([column, reason]) => [`${table}.${column}`, reason] as const),
  )
  const leftOut = [...Object.entries(NO_UNIT_TABLES), ...columns]
  const reasons = Object.entries(LEFT_OUT_REASONS).map(([reason, text]) => {
    const names = leftOut.filter(([, one]) => one === reason).map(([name]) => name)
    return `  ${text[language]}${chinese ? '：' : ': '}${names.join(', ')}`
  })
  const lines = chinese
    ? [
        `${unit.name} 的数据导出`,
        `导出时间：${exportedAt}`,
        '',
        '这份数据属于该单位。请用安全的方式交给单位负责人，不要查看、转发或另存；交接确认后删除你手中的副本。',
        `其中有个人信息。平台上的这份文件 ${EXPORT_DAYS} 天后自动删除。`,
        '',
        '搬到另一个平台：在“管理 > 导入与导出”先导入 import/people.csv，再导入 import/classes.csv。密码不随数据转移，导入后请打印初始密码。',
        `  import/people.csv  ${people} 人`,
        `  import/classes.csv  ${classes} 个班级`,
        '',
        '全部数据：每个表一个文件，每行一条 JSON 记录（UTF-8）。二进制内容写成 \\x 开头的十六进制。',
        ...tables,
        '',
        withFiles
          ? `文件内容：files/ 下 ${files} 个，以 SHA-256 命名；名称、所有者和文件夹见 tables/storage_file.jsonl。`
          : '没有包含文件内容；名称、所有者和文件夹见 tables/storage_file.jsonl。',
        ...(missingFiles.length > 0 ? [`  存储中找不到：${missingFiles.join(', ')}`] : []),
        '',
        '没有包含：',
        ...reasons,
      ]
    : [
        `The data of ${unit.englishName}`,
        `Exported at ${exportedAt}`,
        '',
        'This belongs to the unit. Hand it to the head of the unit in a safe way; do not read it, pass it on or keep it, and delete your copy once the unit has confirmed that it arrived.',
        `It holds personal data. The portal deletes its own copy after ${EXPORT_DAYS} days.`,
        '',
        'To move to another portal: in "Administration > Import and export" import import/people.csv first, then import/classes.csv. Passwords do not move: print first passwords afterwards.',
        `  import/people.csv  ${people} people`,
        `  import/classes.csv  ${classes} classes`,
        '',
        'All data: one file for each table, one JSON record in each line (UTF-8). Binary contents are hexadecimal after \\x.',
        ...tables,
        '',
        withFiles
          ? `Contents of files: ${files} below files/, named by their SHA-256; names, owners and folders stand in tables/storage_file.jsonl.`
          : 'Contents of files are not included; names, owners and folders stand in tables/storage_file.jsonl.',
        ...(missingFiles.length > 0 ? [`  Not in the store: ${missingFiles.join(', ')}`] : []),
        '',
        'Left out:',
        ...reasons,
      ]
  // The byte order mark makes Notepad on Windows read the file as UTF-8.
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
