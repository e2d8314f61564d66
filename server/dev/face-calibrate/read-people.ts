import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../runtime/errors.ts'

const PICTURE = /\.(jpe?g|png)$/i

export type PersonFolder = Awaited<ReturnType<typeof readPerson>>

/** The folders of people in a folder, by name. Throws StartError when there are too few, or too few pictures in one. */
export async function readPeople(folder: string): Promise<PersonFolder[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new StartError(`The folder "${folder}" cannot be read.`, { cause: error })
  })
  const names = entries.filter((entry) => entry.isDirectory() && isShown(entry.name)).map(({ name }) => name)
  if (names.length < 2)
    throw new StartError(
      `There are ${names.length} folders in "${folder}", but at least 2 are needed: one for each person, with their photos in it.`,
    )
  const people: PersonFolder[] = []
  // In sequence, so that the first faulty folder by name is reported.
  for (const name of names.toSorted()) people.push(await readPerson(folder, name))
  return people
}

/** Its pictures, and its other files, which are not accepted. */
async function readPerson(folder: string, name: string) {
  const entries = await readdir(join(folder, name), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && isShown(entry.name)).map((entry) => entry.name)
  const pictures = files.filter((file) => PICTURE.test(file)).toSorted()
  if (pictures.length < 2)
    throw new StartError(
      `There are ${pictures.length} photos (JPEG or PNG) in "${join(folder, name)}", but at least 2 of each person are needed.`,
    )
  return { name, pictures, others: files.filter((file) => !PICTURE.test(file)).toSorted() }
}

/** Hidden files belong to the system. */
function isShown(name: string): boolean {
  return !name.startsWith('.')
}
