import { wrap } from 'comlink'

const hash = wrap<(file: File) => Promise<string>>(
  new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' }),
)

const input = document.querySelector<HTMLInputElement>('input[type=file]')

function chosenFile(): File {
  const file = input?.files?.[0]
  if (!file) throw new Error('no file was chosen')
  return file
}

Object.assign(globalThis, {
  async hashChosenFile() {
    const startedAt = performance.now()
    const md5 = await hash(chosenFile())
    return { md5, milliseconds: performance.now() - startedAt }
  },
  async putChosenFile(url: string) {
    const startedAt = performance.now()
    const response = await fetch(url, { method: 'PUT', body: chosenFile() })
    if (Number(await response.text()) !== chosenFile().size) throw new Error('the server did not read the whole file')
    return performance.now() - startedAt
  },
})
