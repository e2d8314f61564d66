const input = document.querySelector<HTMLInputElement>('input[type=file]')

function chosenFile(): File {
  const file = input?.files?.[0]
  if (!file) throw new Error('no file was chosen')
  return file
}

async function time<T>(work: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, milliseconds: performance.now() - startedAt }
}

Object.assign(globalThis, {
  async putChosenFile(url: string) {
    const { milliseconds } = await time(async () => {
      const response = await fetch(url, { method: 'PUT', body: chosenFile() })
      if (Number(await response.text()) !== chosenFile().size) throw new Error('the server did not read the whole file')
    })
    return milliseconds
  },
})
