const LENGTH = 100
/** What systems refuse in names, and what turns the reading direction around: "list<RLO>xslx.exe" would look like a sheet. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSAFE = /[\\/:*?"<>|\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g

/** The name of a sheet's file, for every system; `otherwise` where nothing of the wanted name is left. */
export function sheetFileName(wanted: string, otherwise: string): string {
  const name = wanted
    .replace(UNSAFE, '_')
    .slice(0, LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/^[\s._]+|[\s._]+$/g, '')
  return `${name === '' ? otherwise : name}.xlsx`
}
