import { readFile } from 'node:fs/promises'
import * as filesEndpoints from '../../../../contract/endpoints/storage/files.ts'
import type { FaultProxy } from '../../../support/fakes/fault-proxy.ts'
import { listFolder } from '../../../support/app/list-folder.ts'
import { signIn } from '../../../support/callers/portal-caller.ts'
import { PASSWORD } from '../../fixtures.ts'
import { expect, test, type Sample } from './fault-test.ts'

/** Expects a person's list to hold a file once, and its bytes to be those that were chosen. */
export async function expectStored(origin: string, { name, path }: Sample, username = 'staff'): Promise<void> {
  const caller = await signIn(origin, { username, password: PASSWORD })
  const { files } = await listFolder(caller)
  // Twice would be the same name with a number.
  const found = files.filter((file) => file.name.startsWith(name.replace('.bin', '')))
  expect(found.map((file) => file.name)).toEqual([name])
  const bytes = await caller.download(filesEndpoints.download.path.replace('{id}', found[0]?.id ?? ''))
  // Compared at once: a report of where millions of bytes differ helps no reader.
  expect(bytes.equals(await readFile(path))).toBe(true)
}

/** Expects at most so many bytes of chunks to have come by twice; how many did stands in the report. */
export function expectSentTwice({ count }: FaultProxy, most: number): void {
  test.info().annotations.push({ type: 'bytes sent twice', description: String(count.sentTwice()) })
  expect(count.sentTwice()).toBeLessThanOrEqual(most)
}
