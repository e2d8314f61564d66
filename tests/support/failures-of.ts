/** Milliseconds that a check may take. */
const PATIENCE = 30_000

/**
 * Runs a check for each named entry, one after another, and returns those that fail as `name: message of the error`: one test then covers a whole table and
 * still names each entry that is wrong. A check that has not ended after `patience` ms has failed, too, and the entries after it are tried all the same. Throws
 * for an empty table, of which nothing would be checked.
 */
export async function failuresOf<Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  check: (entry: Entry) => unknown,
  { patience = PATIENCE }: { patience?: number } = {},
): Promise<string[]> {
  if (entries.length === 0) throw new Error('there is no entry to check')
  const failures: string[] = []
  for (const entry of entries) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer in ${patience / 1000} s`)), patience).unref()
    })
    try {
      await Promise.race([check(entry), late])
    } catch (error) {
      failures.push(`${nameOf(entry)}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      clearTimeout(timer)
    }
  }
  return failures
}
