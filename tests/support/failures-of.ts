/**
 * Runs a check for each named entry, one after another, and returns those that fail as `name: first line of the error`: one test then covers a whole
 * table and still names each entry that is wrong. Throws for an empty table, of which nothing would be checked.
 */
export async function failuresOf<Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  check: (entry: Entry) => unknown,
): Promise<string[]> {
  if (entries.length === 0) throw new Error('there is no entry to check')
  const failures: string[] = []
  for (const entry of entries) {
    try {
      await check(entry)
    } catch (error) {
      failures.push(`${nameOf(entry)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return failures
}
