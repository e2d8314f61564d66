import { hashing } from '../../../../src/app/platform/hash.ts'

const input = document.querySelector<HTMLInputElement>('input[type=file]')

function chosenFile(): File {
  const file = input?.files?.[0]
  if (!file) throw new Error('no file was chosen')
  return file
}

Object.assign(globalThis, {
  async hashChosenFile() {
    const startedAt = performance.now()
    const md5 = await hashing.hashFile(new AbortController().signal, chosenFile(), () => {})
    return { md5, milliseconds: performance.now() - startedAt }
  },
  async putChosenFile(url: string) {
    const startedAt = performance.now()
    const response = await fetch(url, { method: 'PUT', body: chosenFile() })
    if (Number(await response.text()) !== chosenFile().size) throw new Error('the server did not read the whole file')
    return performance.now() - startedAt
  },
})
