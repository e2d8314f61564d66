import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readForm } from './read-form.ts'

/** A request whose body comes in these pieces; null: the connection breaks. */
function arriving(...pieces: (Buffer | null)[]): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  for (const piece of pieces) {
    if (piece === null) request.destroy(new Error('aborted'))
    else request.push(piece)
  }
  request.push(null)
  return request
}

async function fieldsOf(body: IncomingMessage, limit = 1000): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  await readForm(body, limit, (field, text) => {
    fields[field] = (fields[field] ?? '') + text
  })
  return fields
}

it('reads a form wherever its pieces end: in a name, in an escape, in a character', async () => {
  const form = { title: '成绩 100%', data: '<td>a=1&b+c</td>👩‍🏫', empty: '' }
  const bytes = Buffer.from(`&${new URLSearchParams(form).toString()}&bare&&`)
  expect(await fieldsOf(arriving(bytes))).toEqual({ ...form, bare: '' })
  expect(await fieldsOf(arriving(...[...bytes].map((byte) => Buffer.from([byte]))))).toEqual({ ...form, bare: '' })
})

it('leaves what is no escape as it is, and takes raw bytes for UTF-8', async () => {
  expect(await fieldsOf(arriving(Buffer.from('a=%zz%4&b=100%&c=%%41&d=表&e=%ff')))).toEqual({
    a: '%zz%4',
    b: '100%',
    c: '%A',
    d: '表',
    e: '\uFFFD',
  })
})

it('reads one piece of many forms between two turns of the event loop', async () => {
  const bytes = Buffer.from(`data=${'x'.repeat(200_000)}`)
  const work = { isDone: false, pieces: 0, most: 0 }
  const countTurn = (): void => {
    work.most = Math.max(work.most, work.pieces)
    work.pieces = 0
    if (!work.isDone) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  const reading = Array.from({ length: 20 }, () => readForm(arriving(bytes), 1_000_000, () => (work.pieces += 1)))
  await Promise.all(reading)
  work.isDone = true
  // Two where a piece ends a field as well.
  expect(work.most).toBeLessThanOrEqual(2)
})

it('refuses a body that is too long, breaks off, or has an endless name', async () => {
  const many = Buffer.alloc(600, 'a')
  await expect(fieldsOf(arriving(Buffer.from('x='), many, many))).rejects.toMatchObject({ code: 'request.too_large' })
  await expect(fieldsOf(arriving(Buffer.from('x=1'), null))).rejects.toMatchObject({ code: 'request.incomplete' })
  await expect(fieldsOf(arriving(many))).rejects.toMatchObject({ code: 'request.invalid' })
})
