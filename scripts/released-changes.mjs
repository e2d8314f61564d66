// Checks that what a release brought to databases stays as it is: the changes that server/db/changes/released.sums lists, and what is adopted.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Lines of released.sums for all files of the folder `db` that databases remember. Throws nothing: whoever reads them compares. */
async function listSums(db) {
  const changes = (await readdir(join(db, 'changes'))).filter((name) => name.endsWith('.sql')).toSorted()
  const sums = new Map()
  for (const name of ['adopted.ts', ...changes.map((change) => `changes/${change}`)]) {
    const text = await readFile(join(db, name), 'utf8')
    sums.set(name, createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex'))
  }
  return sums
}

/** What is wrong, in sentences; none when all is well. */
export async function checkReleased(db) {
  const sums = await listSums(db)
  const released = new Map(
    (await readFile(join(db, 'changes/released.sums'), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('  ').toReversed()),
  )
  const problems = []
  for (const [name, sum] of released) {
    if (!sums.has(name)) problems.push(`${name} was released, and is missing: released changes keep their names`)
    else if (sums.get(name) !== sum) problems.push(`${name} was released, and has changed: add a new change instead`)
  }
  const changes = [...sums.keys()].filter((name) => name.startsWith('changes/'))
  for (const [index, name] of changes.entries()) {
    const number = String(index + 1).padStart(4, '0')
    if (!name.startsWith(`changes/${number}_`)) problems.push(`${name} should have the number ${number}`)
    if (!released.has(name) && changes.slice(index).some((later) => released.has(later)))
      problems.push(`${name} comes before a released change: give it a higher number`)
  }
  return problems
}

/** Lists every change as released. */
export async function release(db) {
  const sums = await listSums(db)
  await writeFile(join(db, 'changes/released.sums'), [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(''))
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const db = join(import.meta.dirname, '../server/db')
  const problems = await checkReleased(db)
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
