/**
 * What runs in the thread that writes sheets, as text: as with the hash thread, a worker made from text needs no file of its own in the build, in tests and in
 * development. The writer is named by its absolute address, since a worker from text has no place of its own. `xlsx-thread.ts` speaks with it and
 * checks what it answers.
 *
 * A file's messages: `rows` of the current sheet; `ends` after its last; `heads` of all sheets, with their first rows, which ends the file; or `dropped`.
 */
export const xlsxThreadSource = `
'use strict'
const { parentPort, workerData } = require('node:worker_threads')
const loaded = import(workerData.hucre)
// Each file gets the error.
loaded.catch(() => undefined)

/** The rows of each sheet, of the files that are being read. */
const books = new Map()
let last = Promise.resolve()

async function write(id, sheets) {
  try {
    const { writeXlsx } = await loaded
    const file = await writeXlsx({ sheets })
    // A large one is handed over, for a copy of it would hold up the event loop; Node keeps small ones in a memory that they share.
    parentPort.postMessage({ id, file }, file.byteLength > 65536 ? [file.buffer] : [])
  } catch (error) {
    parentPort.postMessage({ id, failure: String(error && error.stack) })
  }
}

parentPort.on('message', ({ id, rows, ends, heads, dropped }) => {
  const book = books.get(id) ?? [[]]
  books.set(id, book)
  if (rows) for (const row of rows) book[book.length - 1].push(row)
  if (ends) book.push([])
  if (dropped || heads) books.delete(id)
  if (!heads) return
  const sheets = heads.map((head, at) => ({ ...head, rows: [...head.rows, ...book[at]] }))
  last = last.then(() => write(id, sheets))
})
`
