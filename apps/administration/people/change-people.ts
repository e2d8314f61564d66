import { PEOPLE_AT_ONCE, type PersonKey } from '../../../contract/endpoints/people/people.ts'

/**
 * Changes people, as many at once as a call may have. When a later call fails, `undo` takes back what the earlier ones did, so that the whole change is made or none of it; rejects
 * with the failure.
 */
export async function changeAll<Key extends PersonKey, Result>(
  people: readonly Key[],
  change: (batch: Key[]) => Promise<readonly Result[]>,
  undo: (done: Result[]) => Promise<unknown> = () => Promise.resolve(),
): Promise<Result[]> {
  const done: Result[] = []
  try {
    for (let start = 0; start < people.length; start += PEOPLE_AT_ONCE)
      done.push(...(await change(people.slice(start, start + PEOPLE_AT_ONCE))))
  } catch (error) {
    if (done.length > 0) await undo(done)
    throw error
  }
  return done
}
