import { resolve } from 'node:path'
import { type Output, runCommand } from '../../commands/run-command.ts'
import { parseConfig } from '../../runtime/config.ts'
import { createFaceEngine } from '../../modules/faces/engine/face-engine.ts'
import { StartError } from '../../runtime/errors.ts'
import { identifyEach } from './identify.ts'
import { comparePairs, measurePeople } from './measure.ts'
import { readPeople } from './read-people.ts'
import { reportOf } from './report.ts'

/** Pictures between two progress lines when the output is not a terminal. */
const WHOLE_LINE = 50

interface CalibrationOutput extends Output {
  /** `isWhole`: now and then, for outputs by lines. */
  progress(text: string, isWhole: boolean): void
}

/**
 * Measures the error rates of the server's own recognition with photos of consenting people, and prints them. Stores and sends nothing. Resolves to
 * the process's exit code.
 */
export async function calibrate(
  given: readonly string[],
  env: NodeJS.ProcessEnv,
  output: CalibrationOutput,
): Promise<number> {
  const engine = createFaceEngine()
  try {
    return await runCommand(output, async () => {
      const [folder] = given
      if (folder === undefined || given.length > 1)
        throw new StartError(
          'Name one folder: npm run face:calibrate -- DIR. It has a folder with photos for each person.',
        )
      const { faces: limits } = parseConfig(env)
      const people = await readPeople(resolve(folder))
      const total = people.reduce((sum, { pictures }) => sum + pictures.length, 0)
      const began = Date.now()
      const { measured, unused } = await measurePeople(engine, resolve(folder), people, (done) => {
        const left = Math.round((((Date.now() - began) / done) * (total - done)) / 1000)
        output.progress(`${done} of ${total} photos, about ${left} s left`, done % WHOLE_LINE === 0 || done === total)
      })
      output.progress('', false)
      const usable = measured.filter(({ descriptors }) => descriptors.length > 1)
      if (usable.length < 2) {
        for (const { file, why } of unused) output.complain(`${file}: ${why}.`)
        throw new StartError(
          `Of ${usable.length} people there are 2 usable photos, but at least 2 such people are needed.`,
        )
      }
      output.print(
        reportOf({
          people: measured.filter(({ descriptors }) => descriptors.length > 0).length,
          photos: measured.reduce((sum, { descriptors }) => sum + descriptors.length, 0),
          unused,
          ...comparePairs(measured),
          identification: identifyEach(measured, limits),
          limits,
        }),
      )
    })
  } finally {
    await engine.close()
  }
}
