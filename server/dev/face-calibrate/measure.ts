import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorText } from '../../../contract/error-texts.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { FaceEngine } from '../../modules/faces/engine/face-engine.ts'
import { faceDistance } from '../../modules/faces/engine/face-index.ts'
import { isStraight } from '../../modules/faces/engine/judge-face.ts'
import type { Measured } from './identify.ts'
import { addDistance, createTally, type Tally } from './rates.ts'
import type { PersonFolder } from './read-people.ts'

export interface Unused {
  readonly file: string
  readonly why: string
}

/** Analyses all pictures as at enrolment. Refused ones are left out. `onPicture` gets the number done. */
export async function measurePeople(
  engine: Pick<FaceEngine, 'see'>,
  folder: string,
  people: readonly PersonFolder[],
  onPicture: (done: number) => void,
): Promise<{ measured: Measured[]; unused: Unused[] }> {
  const measured: Measured[] = []
  const unused: Unused[] = []
  let done = 0
  for (const { name, pictures, others } of people) {
    const descriptors: Float32Array[] = []
    for (const file of others) unused.push({ file: join(name, file), why: 'This is no JPEG or PNG' })
    for (const file of pictures) {
      try {
        const face = await engine.see(await readFile(join(folder, name, file)))
        if (!isStraight(face)) throw new PortalError('face.not_straight')
        descriptors.push(face.descriptor)
      } catch (error) {
        if (!(error instanceof PortalError)) throw error
        unused.push({ file: join(name, file), why: errorText(error.code, 'en') })
      }
      done += 1
      onPicture(done)
    }
    measured.push({ name, descriptors })
  }
  return { measured, unused }
}

/** The distances of all pairs of photos: of one person, and of two. */
export function comparePairs(people: readonly Measured[]): { genuine: Tally; impostor: Tally } {
  const genuine = createTally()
  const impostor = createTally()
  for (const [at, { descriptors }] of people.entries()) {
    for (const [place, one] of descriptors.entries()) {
      for (const other of descriptors.slice(place + 1)) addDistance(genuine, faceDistance(one, other))
      for (const others of people.slice(at + 1))
        for (const other of others.descriptors) addDistance(impostor, faceDistance(one, other))
    }
  }
  return { genuine, impostor }
}
