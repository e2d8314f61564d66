/** Runs something after so many milliseconds; returns what cancels that. */
export function schedule(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** Resolves with the promise's value, or with undefined when it fails or takes longer than `milliseconds`. Never rejects. */
export async function waitAtMost<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([promise, tooLate])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
