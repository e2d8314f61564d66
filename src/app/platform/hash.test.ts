import { expect, it } from 'vitest'
import { hashSmallFile } from './hash.ts'

const never = new AbortController().signal

it('hashes a file', async () => {
  expect(await hashSmallFile(never, new Blob(['abc']))).toBe('900150983cd24fb0d6963f7d28e17f72')
})

it('ends with the reason of its signal', async () => {
  const controller = new AbortController()
  controller.abort(new Error('enough'))
  await expect(hashSmallFile(controller.signal, new Blob(['abc']))).rejects.toThrow('enough')
})

it('says that a file cannot be read', async () => {
  const file = Object.assign(new Blob(['abc']), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
  })
  await expect(hashSmallFile(never, file)).rejects.toMatchObject({ code: 'storage.file_unreadable' })
})
